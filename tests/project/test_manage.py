"""What an operator reads when a command cannot even begin."""

import os
import subprocess
import sys

from django.conf import settings


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in this checkout under some variables and none of this project's others."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**inherited, **variables},
        capture_output=True,
        check=False,
        text=True,
    )


def test_a_missing_secret_key_is_told_without_a_traceback() -> None:
    refused = python("manage.py", "check", DATABASE_URL="postgresql://me@host/name")
    assert refused.returncode != 0
    assert refused.stderr.startswith("DJANGO_SECRET_KEY is not set.")
    assert "Traceback" not in refused.stderr


def test_an_embedded_server_that_cannot_be_had_is_told_without_a_traceback() -> None:
    program = (
        "import sys, manage; from mesh_project.embedded_postgres import programs; "
        "programs.PACKAGE = 'no_such_package'; sys.argv = ['manage.py', 'showmigrations']; manage.main()"
    )
    refused = python("-c", program)
    assert refused.returncode != 0
    assert refused.stderr.startswith("The embedded PostgreSQL cannot be used: the Python package")
    assert "Traceback" not in refused.stderr


def test_the_deployment_check_is_clean_in_the_settings_of_an_installation() -> None:
    checked = python(
        *("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        DATABASE_URL="postgresql://me@host/name",
        DJANGO_SECRET_KEY="0123456789" * 3 + "abcdefghijklmnopqrstuvwxyz",
        ALLOWED_HOSTS="mesh.example.org",
    )
    assert checked.returncode == 0, checked.stderr


def test_the_database_shell_opens_with_the_psql_that_comes_along() -> None:
    answered = python("manage.py", "dbshell", "--", "-Atc", "SELECT 40 + 2")
    assert answered.stdout == "42\n", answered.stderr
