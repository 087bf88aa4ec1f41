"""Starts, finds and stops the embedded server."""

import fcntl
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mesh_project.embedded_postgres import postmaster
from mesh_project.embedded_postgres.cluster import ensure_cluster
from mesh_project.embedded_postgres.errors import EmbeddedPostgresError
from mesh_project.embedded_postgres.layout import PORT, Layout

PATIENCE = 60  # Seconds for a start or a stop.
LOG_LIMIT = 10 * 1024 * 1024  # Bytes after which a start sets the server's log aside.
LOG_TAIL_LINES = 20

# Given at every start, so that a change here reaches clusters that exist. Nothing below may let the text of a
# statement, of its parameters or of an error's detail into the server's log.
SERVER_SETTINGS = {
    "listen_addresses": "",
    "port": PORT,
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    # A log file of before an erasure is removed and not used again: it would keep the text until it is written over.
    "wal_recycle": "off",
    "min_wal_size": "32MB",
    "TimeZone": "UTC",
    "log_timezone": "UTC",
    "log_statement": "none",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_min_duration_statement": "-1",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_error_verbosity": "terse",
}


def ensure_running(checkout: Path) -> Layout:
    """Find the checkout's server or start it, and say where it is.

    Of several commands that ask at once, one starts it and the others wait. Raises `EmbeddedPostgresError`
    when it cannot be had.
    """
    layout = Layout.of(checkout)
    if postmaster.is_ready(layout):
        return layout
    with _alone(layout):
        if not postmaster.is_ready(layout):
            _start(layout)
    return layout


def stop(checkout: Path) -> bool:
    """Stop the checkout's server, waiting for its end; False when none was running."""
    layout = Layout.of(checkout)
    with _alone(layout):
        process = postmaster.find_process(layout)
        if process is None:
            return False
        # A fast shutdown: sessions are ended, their transactions rolled back, everything else is kept.
        process.send_signal(signal.SIGINT)
        if not _within_patience(lambda: postmaster.has_ended(process)):
            message = f"process {process.pid} did not stop within {PATIENCE} seconds.\n{_log_tail(layout)}"
            raise EmbeddedPostgresError(message)
        return True


@contextmanager
def _alone(layout: Layout) -> Iterator[None]:
    """Hold the checkout's lock, so that starts and stops come one after the other."""
    try:
        lock = layout.lock.open("a")
    except OSError as error:
        message = f"{layout.lock} cannot be opened: {error.strerror}. Was it made by another account?"
        raise EmbeddedPostgresError(message) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _start(layout: Layout) -> None:
    layout.prepare()
    ensure_cluster(layout)
    if postmaster.find_process(layout):
        _wait_until_ready(layout)
        return
    postmaster.disown_stale_files(layout)
    _set_long_log_aside(layout)
    _launch(layout)


def _launch(layout: Layout) -> None:
    """Start the server in a session of its own, so that it outlives this command and its Ctrl-C."""
    settings = {**SERVER_SETTINGS, "unix_socket_directories": str(layout.sockets)}
    options = " ".join(f"-c {shlex.quote(f'{name}={value}')}" for name, value in settings.items())
    result = layout.account.run(
        [
            str(layout.programs / "pg_ctl"),
            "start",
            "--wait",
            f"--timeout={PATIENCE}",
            "--silent",
            f"--pgdata={layout.data}",
            f"--log={layout.log}",
            f"--options={options}",
        ]
    )
    if result.returncode != 0:
        message = f"it did not start. {result.stderr.strip()}\n{_log_tail(layout)}"
        raise EmbeddedPostgresError(message)


def _wait_until_ready(layout: Layout) -> None:
    """Wait for a server that is there but not ready, for instance recovering from a crash."""
    if not _within_patience(lambda: postmaster.is_ready(layout)):
        message = (
            f"it runs but takes no connections on {layout.socket}. `make stop` ends it.\n{_log_tail(layout)}"
        )
        raise EmbeddedPostgresError(message)


def _within_patience(condition: Callable[[], bool]) -> bool:
    """Wait for a condition, and tell whether it came true in time."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _set_long_log_aside(layout: Layout) -> None:
    if layout.log.exists() and layout.log.stat().st_size > LOG_LIMIT:
        layout.log.replace(layout.log.with_name("server.log.1"))


def _log_tail(layout: Layout) -> str:
    """Give the last lines of the server's log, which holds no text of statements."""
    if not layout.log.exists():
        return f"It wrote no log to {layout.log}."
    lines = layout.log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_TAIL_LINES:]
    return "\n".join((f"The end of {layout.log}:", *lines))
