"""Django settings. What differs between installations comes from the environment, see docs/deployment.md."""

import os
import tomllib
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from mesh_project import log_settings
from mesh_project.database import EMBEDDED_ENGINE, database_settings
from mesh_project.env import Environment
from mesh_project.secret_key import local_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

environment = Environment(os.environ)

# --- database -----------------------------------------------------------------------------------------------

DATABASES = {"default": database_settings(environment)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIGRATION_MODULES = {"conversation_search": "migrations"}

# --- secrets ------------------------------------------------------------------------------------------------

SECRET_KEY = environment.secret("DJANGO_SECRET_KEY")
if not SECRET_KEY:
    if DATABASES["default"]["ENGINE"] != EMBEDDED_ENGINE:
        message = (
            "DJANGO_SECRET_KEY is not set. With DATABASE_URL it needs at least 50 random characters, given in "
            "it or in the file that DJANGO_SECRET_KEY_FILE names. This prints some: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
        )
        raise ImproperlyConfigured(message)
    SECRET_KEY = local_secret_key(VAR_DIR / "secret_key")

# Keys the digest of query text in audit rows. Without it those digests stay empty.
MESH_AGENT_MASTER_KEY = environment.secret("MESH_AGENT_MASTER_KEY")

# Signs the checkpoints of the audit, and the public keys that signed before it, the oldest first. Without it
# nothing is sealed.
MESH_AUDIT_SEAL_KEY = environment.secret("MESH_AUDIT_SEAL_KEY")
MESH_AUDIT_SEAL_PUBLIC_KEYS = environment.words("MESH_AUDIT_SEAL_PUBLIC_KEYS")

# --- who may talk to us, and how ----------------------------------------------------------------------------

DEBUG = environment.flag("DEBUG", default=False)
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or LOOPBACK_HOSTS

# Plain HTTP is for this machine alone: as soon as another host name is served, TLS is demanded unless told
# otherwise.
REQUIRE_TLS = environment.flag("REQUIRE_TLS", default=not set(ALLOWED_HOSTS) <= set(LOOPBACK_HOSTS))
SECURE_SSL_REDIRECT = REQUIRE_TLS
# Probes come from the machine itself, over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^api/v1/(healthz|readyz)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if REQUIRE_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = REQUIRE_TLS
SECURE_HSTS_PRELOAD = REQUIRE_TLS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = REQUIRE_TLS
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = REQUIRE_TLS
CSRF_COOKIE_HTTPONLY = True

LOGIN_URL = "audit:sign_in"
LOGIN_REDIRECT_URL = "audit:overview"
LOGOUT_REDIRECT_URL = "audit:sign_in"
# Seconds without a request after which one must sign in again; every request starts them anew.
SESSION_COOKIE_AGE = 30 * 60
SESSION_SAVE_EVERY_REQUEST = True
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

# A page may load its own files and nothing else; no inline script or style.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# The largest request body, in bytes: 64 messages of the largest size, or 500 of 130 KiB. Beyond it the answer
# is 413.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024

# --- application --------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    # Present so that the interactive API docs load their files from this server.
    "ninja",
    "conversation_search",
    "audit_ui",
]

MIDDLEWARE = [
    "conversation_search.api.observation.Observation",
    "conversation_search.api.middleware.ApiBoundary",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "mesh_project.compression.PageCompression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "mesh_project.urls"
WSGI_APPLICATION = "mesh_project.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files are served from where they lie; there is no collect step to forget.
WHITENOISE_USE_FINDERS = True

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# --- logging, metrics, crash pages ------------------------------------------------------------------------------

LOGGING = log_settings.LOGGING
DEFAULT_EXCEPTION_REPORTER = "mesh_project.error_reports.TextFreeReporter"

# Opens /metrics, whose figures are those of all agents together. Without it there is no such page.
METRICS_TOKEN = environment.secret("METRICS_TOKEN")
# Where the processes of one server count together; gunicorn.conf.py makes it.
METRICS_FOLDER = environment.text("PROMETHEUS_MULTIPROC_DIR")

# --- erasure --------------------------------------------------------------------------------------------------

# What receipts say of this installation: which code erased, and for how many days backups are kept.
CODE_VERSION = (
    environment.text("CODE_VERSION")
    or tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
)
BACKUP_DAYS = environment.number("BACKUP_DAYS", default=0) or None
