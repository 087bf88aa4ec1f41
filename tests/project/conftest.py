"""Checkouts to start embedded servers in."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.server import stop


def make_checkout() -> Iterator[Path]:
    """Lend a folder that every account may enter, unlike pytest's own temporary ones, and clear up after it."""
    checkout = Path(tempfile.mkdtemp(prefix="mesh-checkout-"))
    checkout.chmod(0o755)
    yield checkout
    stop(checkout)
    layout = Layout.of(checkout)
    for folder in (layout.home, layout.sockets, checkout):
        shutil.rmtree(folder, ignore_errors=True)


# Making a cluster takes a second, so tests that need one share two.
first_of_session = pytest.fixture(make_checkout, scope="session", name="first_of_session")
second_of_session = pytest.fixture(make_checkout, scope="session", name="second_of_session")
empty_checkout = pytest.fixture(make_checkout, name="empty_checkout")


@pytest.fixture
def checkout(first_of_session: Path) -> Iterator[Path]:
    """Give a checkout whose server does not run. Its data may hold tables of other tests."""
    yield first_of_session
    stop(first_of_session)


@pytest.fixture
def other_checkout(second_of_session: Path) -> Iterator[Path]:
    """Give a second one."""
    yield second_of_session
    stop(second_of_session)
