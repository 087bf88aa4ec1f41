"""A word that was said, found, remembered, answered and erased is nowhere: not in a dump, in a file, or in a log."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from mesh_project.embedded_postgres.cluster import ROLE, SUPERUSER
from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.server import ensure_running, stop
from tests.erasure.canary_story import CANARY

BEGIN = "import django; django.setup(); from tests.erasure import canary_story"
FORMS = (CANARY.encode(), CANARY.upper().encode(), CANARY.encode("utf-16-le"))


@pytest.fixture
def checkout() -> Iterator[Path]:
    """Lend a folder with a `var` of its own, whose server is nobody else's."""
    folder = Path(tempfile.mkdtemp(prefix="mesh-canary-"))
    folder.chmod(0o755)
    layout = ensure_running(folder)
    yield folder
    stop(folder)
    for made in (layout.home, layout.sockets, folder):
        shutil.rmtree(made, ignore_errors=True)


def act(checkout: Path, part: str) -> None:
    """Run a part of the story, whose every line of log and output goes to a file below `var`."""
    layout = Layout.of(checkout)
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{ROLE}@/{ROLE}?host={layout.sockets}",
        "DJANGO_SECRET_KEY": settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "mesh_project.settings",
        "ALLOWED_HOSTS": "testserver",
        "REQUIRE_TLS": "off",
        "MESH_AGENT_MASTER_KEY": "a key for tests, known to everyone",
    }
    told = checkout / "var" / f"{part}.log"
    with told.open("wb") as log:
        ended = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", f"{BEGIN}; canary_story.{part}()"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=log,
            stderr=log,
            check=False,
        )
    assert ended.returncode == 0, told.read_text(encoding="utf-8")[-2000:]


def dump(checkout: Path) -> bytes:
    """Dump the whole database as text, statistics of the planner included."""
    layout = Layout.of(checkout)
    command = [str(layout.programs / "pg_dump"), f"--host={layout.sockets}", f"--username={ROLE}", ROLE]
    return subprocess.run([*command, "--statistics"], capture_output=True, check=True).stdout  # noqa: S603


def switch_log(checkout: Path) -> None:
    """Begin a new file of the transaction log and let go of those before it, as an operator does."""
    layout = Layout.of(checkout)
    for _ in range(2):
        with psycopg.connect(
            host=str(layout.sockets), user=SUPERUSER, dbname=ROLE, autocommit=True
        ) as connection:
            connection.execute("SELECT pg_switch_wal()")
            connection.execute("CHECKPOINT")


def holding(checkout: Path) -> list[str]:
    """Return every file of the checkout and of its server that holds the canary, in any form."""
    layout = Layout.of(checkout)
    files = [path for folder in (checkout, layout.home) for path in folder.rglob("*") if path.is_file()]
    return sorted({str(path) for path in files if any(form in path.read_bytes() for form in FORMS)})


@pytest.mark.slow
def test_a_canary_is_nowhere_after_its_erasure(checkout: Path) -> None:
    act(checkout, "say")
    assert (checkout / "var" / "say.log").read_bytes().count(CANARY.encode()) == 0
    assert dump(checkout).count(CANARY.encode()) > 10
    stop(checkout)
    assert any("/base/" in path for path in holding(checkout))
    ensure_running(checkout)
    act(checkout, "erase")
    assert b"complete" in (checkout / "var" / "erase.log").read_bytes()
    dumped = dump(checkout)
    assert [dumped.count(form) for form in FORMS] == [0, 0, 0]
    switch_log(checkout)
    stop(checkout)
    assert holding(checkout) == []
