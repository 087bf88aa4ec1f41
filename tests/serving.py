"""The service as `make serve` runs it, on the database of the tests: a process of its own, asked over HTTP."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

import httpx
import pytest
from django.conf import settings
from django.db import connection
from pytest_django import DjangoDbBlocker

PATIENCE_SECONDS = 60
METRICS_TOKEN = "a token for tests"  # noqa: S105 - known to everyone


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: where it listens, and what it has written."""

    address: str
    log_file: Path

    @property
    def log(self) -> str:
        """Everything that it has written."""
        return self.log_file.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def served(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Served]:
    """Run the server with two processes for all tests of a session. It sees what is committed."""
    assert django_db_setup is None
    with django_db_blocker.unblock():
        database = database_url()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="mesh-served-") as folder:
        log_file = Path(folder) / "log"
        with log_file.open("wb") as log:
            process = start(port, database, log.fileno())
        try:
            wait_until_up(f"http://localhost:{port}", process, log_file)
            yield Served(f"http://localhost:{port}", log_file)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_SECONDS)


def database_url() -> str:
    """Return the address of the database that the tests run on."""
    known = connection.get_connection_params()
    user = quote(known.get("user") or "", safe="")
    password = quote(known.get("password") or "", safe="")
    places = {name: str(known[name]) for name in ("host", "port") if known.get(name)}
    credentials = f"{user}:{password}@" if password else f"{user}@" if user else ""
    return f"postgresql://{credentials}/{quote(known['dbname'])}?{urlencode(places)}"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(port: int, database: str, log: int) -> "subprocess.Popen[bytes]":
    """Start the server; the settings are those of the tests, so that it reads their tokens and digests."""
    environment = {
        **os.environ,
        "DATABASE_URL": database,
        "DJANGO_SECRET_KEY": settings.SECRET_KEY,
        "MESH_AGENT_MASTER_KEY": "a key for tests, known to everyone",
        "METRICS_TOKEN": METRICS_TOKEN,
        "WEB_CONCURRENCY": "2",
    }
    environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    command = [sys.executable, "-m", "gunicorn", "--bind", f"localhost:{port}"]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log)  # noqa: S603


def wait_until_up(address: str, process: "subprocess.Popen[bytes]", log_file: Path) -> None:
    """Wait until the server answers; fail with what it wrote when it does not."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(f"{address}/api/v1/healthz").status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"the server did not come up: {log_file.read_text(encoding='utf-8')[-2000:]}")
