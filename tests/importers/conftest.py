"""Exports to read."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from conversation_search.importers.slack_files import SlackExport
from tests.importers.exports import AGENT, Files, Reader, write_folder, write_zip
from tests.importers.imported import Workspace


@pytest.fixture(params=["folder", "zip"])
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reader]:
    """Open an export built of these files, once as a folder and once as a zip."""
    with ExitStack() as opened:

        def open_export(files: Files) -> SlackExport:
            if request.param == "zip":
                path = write_zip(tmp_path / "export.zip", files)
            else:
                path = write_folder(tmp_path / "export", files)
            return opened.enter_context(SlackExport.open(path, frozenset({AGENT})))

        yield open_export


@pytest.fixture
def workspace(db: None, tmp_path: Path) -> Workspace:
    """Give a perspective to import into, gone after the test."""
    assert db is None
    return Workspace(tmp_path)
