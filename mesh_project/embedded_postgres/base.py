"""The Django database engine that starts the embedded server when a connection is first wanted."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base
from django.db.backends.postgresql.client import DatabaseClient

from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.server import ensure_running


class EmbeddedClient(DatabaseClient):
    """`manage.py dbshell`, with the psql that comes with the server."""

    @classmethod
    def settings_to_cmd_args_env(
        cls, settings_dict: dict[str, Any], parameters: Iterable[str]
    ) -> tuple[list[str], dict[str, str] | None]:
        """Point psql at the server of this checkout."""
        layout = _running_server(settings.BASE_DIR)
        address = {**settings_dict, "HOST": str(layout.sockets)}
        arguments, environment = super().settings_to_cmd_args_env(address, parameters)
        return [str(layout.programs / "psql"), *arguments[1:]], environment


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL engine, pointed at the server of this checkout."""

    client_class = EmbeddedClient

    def get_connection_params(self) -> dict[str, Any]:
        """Add the socket's folder to the parameters, starting the server where it does not run."""
        parameters: dict[str, Any] = super().get_connection_params()
        return {**parameters, "host": str(_running_server(settings.BASE_DIR).sockets)}


@cache
def _running_server(checkout: Path) -> Layout:
    """Ask once per process: a server that is stopped while we run stays stopped."""
    return ensure_running(checkout)
