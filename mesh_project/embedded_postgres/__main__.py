"""Controls the embedded server: `python -m mesh_project.embedded_postgres start|stop|status`."""

import argparse
import sys
from pathlib import Path

from mesh_project.embedded_postgres import postmaster
from mesh_project.embedded_postgres.errors import EmbeddedPostgresError
from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.server import ensure_running, stop

CHECKOUT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Carry out one command on the server of this checkout and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m mesh_project.embedded_postgres", description=__doc__)
    parser.add_argument("command", choices=("start", "stop", "status"))
    command = parser.parse_args(arguments).command
    try:
        sys.stdout.write(f"{_carry_out(command)}\n")
    except EmbeddedPostgresError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _carry_out(command: str) -> str:
    if command == "stop":
        state = "stopped" if stop(CHECKOUT) else "not running"
        return f"The embedded PostgreSQL is {state}."
    layout = ensure_running(CHECKOUT) if command == "start" else Layout.of(CHECKOUT)
    state = "running" if postmaster.is_ready(layout) else "not running"
    return (
        f"The embedded PostgreSQL is {state}.\n"
        f"data:    {layout.data}\n"
        f"log:     {layout.log}\n"
        f"sockets: {layout.sockets}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
