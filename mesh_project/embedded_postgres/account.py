"""Which account of the machine the server runs under.

PostgreSQL refuses to run as root. Root's server runs under the owner of the data where there is data already,
else under `nobody`. Everyone else's runs under their own account.
"""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from mesh_project.embedded_postgres.errors import EmbeddedPostgresError

UNPRIVILEGED_ACCOUNT = "nobody"

# The server sees none of our variables, which may hold secrets.
BARE_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"}

TEST_EACH_EXECUTABLE = 'for path in "$@"; do test -x "$path" || exit 1; done'


@dataclass(frozen=True, slots=True)
class ServerAccount:
    """An account that can run the server."""

    name: str
    uid: int
    gid: int

    @classmethod
    def for_data_in(cls, home: Path) -> Self:
        """Choose the account for a server whose files lie, or will lie, in `home`."""
        own_uid = os.geteuid()
        owner = home.stat().st_uid if home.exists() else own_uid
        if own_uid == 0:
            return cls._known(owner) if owner else cls._unprivileged()
        account = cls._known(own_uid)
        if owner != own_uid:
            message = (
                f"{home} belongs to user id {owner}, not to {account.name!r}. Run this command as its owner."
            )
            raise EmbeddedPostgresError(message)
        return account

    @classmethod
    def _known(cls, uid: int) -> Self:
        try:
            entry = pwd.getpwuid(uid)
        except KeyError:
            message = f"user id {uid} has no entry in the account database, which PostgreSQL asks for."
            raise EmbeddedPostgresError(message) from None
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    @classmethod
    def _unprivileged(cls) -> Self:
        try:
            entry = pwd.getpwnam(UNPRIVILEGED_ACCOUNT)
        except KeyError:
            message = (
                "PostgreSQL refuses to run as root and there is no account "
                f"{UNPRIVILEGED_ACCOUNT!r} to run it under. Run this command as an ordinary user."
            )
            raise EmbeddedPostgresError(message) from None
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    @property
    def is_ours(self) -> bool:
        """Tell whether it is the account of this very process."""
        return os.geteuid() == self.uid

    def can_use(self, *paths: Path) -> bool:
        """Tell whether the account can enter all these folders and execute all these files."""
        if self.is_ours:
            return all(os.access(path, os.X_OK) for path in paths)
        return self.run(["/bin/sh", "-c", TEST_EACH_EXECUTABLE, "sh", *map(str, paths)]).returncode == 0

    def run(self, command: Sequence[str], *, script: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command under the account with `script` as its input, and wait for its end."""
        return subprocess.run(
            command,
            input=script,
            capture_output=True,
            check=False,
            text=True,
            errors="replace",
            cwd="/",
            env=BARE_ENVIRONMENT,
            umask=0o077,
            user=None if self.is_ours else self.uid,
            group=None if self.is_ours else self.gid,
            extra_groups=None if self.is_ours else [],
        )

    def own(self, path: Path) -> None:
        """Hand a file or folder that we made to the account."""
        if not self.is_ours:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)
