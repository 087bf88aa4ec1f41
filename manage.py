#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from mesh_project.embedded_postgres.errors import EmbeddedPostgresError


def main() -> None:
    """Run one management command; what only the operator can mend is told without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    # A request must end within the default timeout; a migration or a backfill may take as long as it needs.
    os.environ.setdefault("DATABASE_STATEMENT_TIMEOUT", "0")
    try:
        execute_from_command_line(sys.argv)
    except (EmbeddedPostgresError, ImproperlyConfigured) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
