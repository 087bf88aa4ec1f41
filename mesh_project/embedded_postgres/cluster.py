"""Makes the cluster: the data folder, the role and the database."""

import pwd
import shutil
from pathlib import Path

from mesh_project.embedded_postgres.errors import EmbeddedPostgresError
from mesh_project.embedded_postgres.layout import Layout

ROLE = "mesh"
SUPERUSER = "postgres"
MAJOR_VERSION = "18"
SPACE_NEEDED = 200 * 1024 * 1024  # Bytes: an empty cluster, its first log segments and room to begin with.

# The builtin locale orders and folds text the same way on every machine.
INITDB_OPTIONS = (
    f"--username={SUPERUSER}",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    "--auth-local=peer",
    "--auth-host=reject",
    "--no-instructions",
)

# The kernel vouches for the account at the other end of the socket; there is no password to keep.
ACCESS_RULES = "local all all peer map=mesh\n"

STOP_AT_ERRORS = ("-c", "exit_on_error=on")

# The role is no superuser, as in production. It may create databases (for tests) and, as their owner, trusted
# extensions. Single-user mode takes one command a line.
MAKE_DATABASE = f"CREATE ROLE {ROLE} LOGIN CREATEDB;\nCREATE DATABASE {ROLE} OWNER {ROLE};\n"


def ensure_cluster(layout: Layout) -> None:
    """Make the cluster where there is none; it appears complete or not at all."""
    if layout.data.exists():
        _check_version(layout)
        return
    _check_space(layout.home)
    partial = layout.home / "data.partial"
    shutil.rmtree(partial, ignore_errors=True)
    _run(layout, "initdb", f"--pgdata={partial}", *INITDB_OPTIONS)
    _write(layout, partial / "pg_hba.conf", ACCESS_RULES)
    _write(layout, partial / "pg_ident.conf", _account_map(layout))
    _run(
        layout, "postgres", "--single", "-D", str(partial), *STOP_AT_ERRORS, "postgres", script=MAKE_DATABASE
    )
    partial.rename(layout.data)


def _check_version(layout: Layout) -> None:
    found = (layout.data / "PG_VERSION").read_text(encoding="ascii").strip()
    if found != MAJOR_VERSION:
        message = (
            f"the data in {layout.data} was made by PostgreSQL {found} and the installed one is "
            f"{MAJOR_VERSION}. Dump it with the old version, then move that folder away."
        )
        raise EmbeddedPostgresError(message)


def _check_space(home: Path) -> None:
    free = shutil.disk_usage(home).free
    if free < SPACE_NEEDED:
        message = f"{home} has {free >> 20} MiB of free space and a database needs {SPACE_NEEDED >> 20} MiB."
        raise EmbeddedPostgresError(message)


def _account_map(layout: Layout) -> str:
    """Let the server's account and root in, under the names of our role and of the superuser."""
    accounts = sorted({layout.account.name, pwd.getpwuid(0).pw_name})
    return "".join(f'mesh "{account}" {role}\n' for account in accounts for role in (ROLE, SUPERUSER))


def _write(layout: Layout, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    layout.account.own(path)


def _run(layout: Layout, program: str, *arguments: str, script: str = "") -> None:
    result = layout.account.run([str(layout.programs / program), *arguments], script=script)
    if result.returncode != 0:
        message = f"{program} failed while making {layout.data}:\n{result.stderr.strip()}"
        raise EmbeddedPostgresError(message)
