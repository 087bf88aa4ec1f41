"""Recognizes the running server, and only the running server of this very data folder."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import psutil

from mesh_project.embedded_postgres.layout import SOCKET_NAME, Layout

STATUS_LINE = 7  # Of postmaster.pid, counted from zero.
NO_PROCESS = 2**31 - 1  # Above every process number that a kernel gives.


@dataclass(frozen=True, slots=True)
class PidFile:
    """What postmaster.pid says; it stays behind after a crash, so it may not be true."""

    pid: int
    status: str

    @classmethod
    def read(cls, data: Path) -> "PidFile | None":
        """Read the file, or give None when there is none or it is only half written."""
        try:
            lines = (data / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return None
        if not lines or not lines[0].strip().isdecimal():
            return None
        return cls(int(lines[0]), lines[STATUS_LINE].strip() if len(lines) > STATUS_LINE else "")


def find_process(layout: Layout) -> psutil.Process | None:
    """Give the process that serves this data folder, or None.

    A number in a stale file may have been given to another process since: only one that is PostgreSQL and
    works in our data folder is ours.
    """
    pid_file = PidFile.read(layout.data)
    if pid_file is None:
        return None
    try:
        process = psutil.Process(pid_file.pid)
        is_ours = process.name() == "postgres" and Path(process.cwd()).samefile(layout.data)
    except (psutil.Error, OSError):
        # Gone, another account's, or without a folder that we can see: not ours.
        return None
    return process if is_ours else None


def disown_stale_files(layout: Layout) -> None:
    """Make the files that a crashed server left name no process; call it only when no server runs.

    PostgreSQL sees to files whose process is gone, but takes any living process of its account for a server,
    as happens when a number is given again after a reboot. The rest of a file is kept, because from it
    PostgreSQL recognizes a crashed server whose sessions still work.
    """
    for path in (layout.data / "postmaster.pid", layout.sockets / f"{SOCKET_NAME}.lock"):
        if path.exists():
            _, _, rest = path.read_bytes().partition(b"\n")
            path.write_bytes(b"%d\n%b" % (NO_PROCESS, rest))


def has_ended(process: psutil.Process) -> bool:
    """Tell whether a server is gone, or dead and merely not yet noticed by its parent."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def is_ready(layout: Layout) -> bool:
    """Tell whether the server takes connections now."""
    pid_file = PidFile.read(layout.data)
    return pid_file is not None and pid_file.status == "ready" and _somebody_listens(layout.socket)


def _somebody_listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(5)
        return client.connect_ex(os.fsencode(path)) == 0
