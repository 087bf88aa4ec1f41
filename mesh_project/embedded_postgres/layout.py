"""Where the embedded server's files lie.

Usually all under `var/postgres` of the checkout. Two things can move them: an account that cannot enter the
checkout (root's home, a private folder) gets data and programs in a folder that it can, and a socket path
that does not fit the kernel's limit gets a short one. Both are named after the checkout's path, so that two
checkouts never meet.
"""

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from mesh_project.embedded_postgres.account import ServerAccount
from mesh_project.embedded_postgres.errors import EmbeddedPostgresError
from mesh_project.embedded_postgres.programs import copied_programs, copy_programs, packaged_programs

PORT = "5432"  # Names the socket's file; nothing listens on a network port.
SOCKET_NAME = f".s.PGSQL.{PORT}"
SOCKET_PATH_LIMIT = 103  # Bytes: Linux holds 107 and macOS 103.
REACHABLE_ROOT = Path("/var/lib/mesh-embedded-postgres")
SHORT_ROOT = Path("/tmp")  # noqa: S108 - the folder in it must belong to the server's account


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of one checkout's server, and the account that they belong to."""

    account: ServerAccount
    home: Path
    programs: Path
    sockets: Path
    lock: Path

    @property
    def data(self) -> Path:
        """Hold the cluster itself."""
        return self.home / "data"

    @property
    def log(self) -> Path:
        """Hold what the server says."""
        return self.home / "server.log"

    @property
    def socket(self) -> Path:
        """Name the socket that clients connect to."""
        return self.sockets / SOCKET_NAME

    @classmethod
    def of(cls, checkout: Path) -> Self:
        """Lay out the files for a checkout. Makes `var` and nothing else."""
        var = checkout / "var"
        _make_folder(var, mode=0o755)
        home = var / "postgres"
        account = ServerAccount.for_data_in(home)
        programs = packaged_programs()
        key = hashlib.sha256(os.fsencode(checkout.resolve())).hexdigest()[:16]
        if not account.can_use(var, programs, programs / "postgres"):
            refuse_to_abandon_data(home, account)
            home = REACHABLE_ROOT / key
            programs = copied_programs(home)
        return cls(account, home, programs, socket_folder(home, key), var / "postgres.lock")

    def prepare(self) -> None:
        """Make the folders, each for the account alone, and the copy of the programs where one is needed."""
        if self.home.is_relative_to(REACHABLE_ROOT):
            _make_folder(REACHABLE_ROOT, mode=0o711)
        _make_private(self.home, self.account)
        _make_private(self.sockets, self.account)
        if self.programs.is_relative_to(self.home):
            copy_programs(self.home, self.account)


def _make_folder(folder: Path, *, mode: int) -> None:
    """Make a folder where there is none."""
    try:
        folder.mkdir(mode=mode, exist_ok=True)
    except OSError as error:
        message = f"{folder} cannot be made: {error.strerror}."
        raise EmbeddedPostgresError(message) from error


def _make_private(folder: Path, account: ServerAccount) -> None:
    """Make a folder that `account` alone may enter, or make sure that the one there is such a folder."""
    _make_folder(folder, mode=0o700)
    if folder.lstat().st_uid == os.geteuid():
        account.own(folder)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid or found.st_mode & 0o077:
        message = (
            f"{folder} must be a folder of account {account.name!r} that nobody else may enter. Remove it."
        )
        raise EmbeddedPostgresError(message)


def refuse_to_abandon_data(home: Path, account: ServerAccount) -> None:
    """Never start afresh elsewhere while there is data in the checkout."""
    if (home / "data").exists():
        message = f"its data is in {home}, which account {account.name!r} can no longer enter."
        raise EmbeddedPostgresError(message)


def socket_folder(home: Path, key: str) -> Path:
    """Choose the folder of the socket: below `home`, or a short one where that path is too long for a socket."""
    folder = home / "run"
    fits = len(os.fsencode(folder / SOCKET_NAME)) <= SOCKET_PATH_LIMIT
    return folder if fits else SHORT_ROOT / f"mesh-postgres-{key}"
