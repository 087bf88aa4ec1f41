"""Which lines are logged, and how: the same for Django and for the server that runs it.

Lines carry what happened and where, never a body, a query, an address or an SQL parameter.
"""

from typing import Any, Final

LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "mesh_project.log_format.JsonFormatter"}},
    "filters": {
        "address_free": {"()": "mesh_project.log_format.AddressFree"},
        "refusal": {"()": "mesh_project.log_format.SuspicionAlone"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Logs statements with their parameters: silent even under DEBUG.
        "django.db.backends": {"handlers": [], "level": "CRITICAL", "propagate": False},
        # Every request has a line of ours; what is kept of Django's is where a page failed.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True, "filters": ["address_free"]},
        "django.security.DisallowedHost": {"level": "ERROR", "propagate": True, "filters": ["refusal"]},
        # Its lines quote what clients sent.
        "mcp": {"handlers": [], "level": "CRITICAL", "propagate": False},
        # The client's own line for each request would name its address.
        "httpx": {"level": "WARNING"},
        "gunicorn.error": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "gunicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
