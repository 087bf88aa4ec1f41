"""Where the parts of an export lie."""

import unicodedata
import zipfile
from pathlib import Path

import pytest

from conversation_search.importers.slack_errors import SlackExportError
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_reasons import Problem
from tests.importers.exports import (
    DAY,
    MAYA,
    Files,
    Reader,
    as_bytes,
    channel,
    entries_of,
    export_files,
    message,
    skipped_of,
    texts_of,
    user,
    write_folder,
    write_zip,
)


def wrapped(files: Files, folder: str) -> Files:
    return {f"{folder}/{name}": value for name, value in files.items()}


def test_an_export_wrapped_in_a_folder_is_found(read: Reader) -> None:
    assert texts_of(read(wrapped(export_files(message()), "Acme Slack export"))) == ["hello"]


def test_what_an_operating_system_leaves_behind_is_ignored(read: Reader) -> None:
    clutter = {"__MACOSX/._channels.json": b"\0", "launch/._2026-03-02.json": b"\0", ".DS_Store": b"\0"}
    export = read(wrapped(export_files(message()) | clutter, "export"))
    assert texts_of(export) == ["hello"]
    assert not export.problems


def test_files_outside_the_export_are_counted_and_not_read(read: Reader) -> None:
    outside = {f"other/launch/{DAY}": [message("evil")]}
    export = read(wrapped(export_files(message()), "export") | outside)
    assert texts_of(export) == ["hello"]
    assert export.problems == {Problem.PATH_OUTSIDE_EXPORT: 1}


def test_two_exports_side_by_side_are_refused(tmp_path: Path) -> None:
    files = wrapped(export_files(), "one") | wrapped(export_files(), "two")
    with pytest.raises(SlackExportError, match="side by side"):
        SlackExport.open(write_folder(tmp_path, files))


def test_a_folder_without_a_room_listing_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(SlackExportError, match="not a Slack export"):
        SlackExport.open(write_folder(tmp_path, {"users.json": [user(MAYA)], f"launch/{DAY}": []}))


def test_files_that_are_no_day_are_counted_and_not_read(read: Reader) -> None:
    more = {"launch/notes.json": [message("evil")], "launch/files/plan.pdf": b"%PDF"}
    export = read(export_files(message()) | more)
    assert texts_of(export) == ["hello"]
    assert export.problems == {Problem.FILE_IGNORED: 2}


def test_slacks_other_listings_are_no_conversations(read: Reader) -> None:
    export = read(export_files(message()) | {"integration_logs.json": [{}], "canvases.json": [{}]})
    assert not export.problems


def test_days_are_read_in_order_of_date(read: Reader) -> None:
    days = ["2026-03-09", "2026-03-01", "2025-12-31"]
    files = export_files() | {
        f"launch/{day}.json": [message(day, f"17724456{n}0")] for n, day in enumerate(days)
    }
    assert texts_of(read(files)) == sorted(days)


def test_a_folder_stored_decomposed_is_the_channel_it_was(read: Reader) -> None:
    folder = unicodedata.normalize("NFD", "größe")
    files = export_files(channels=[channel(name="größe")]) | {f"{folder}/{DAY}": [message("über")]}
    assert texts_of(read(files)) == ["über"]


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_day_that_is_stored_twice_is_counted_and_its_messages_once(tmp_path: Path) -> None:
    path = write_twice(tmp_path / "export.zip")
    with SlackExport.open(path) as export:
        assert texts_of(export) == ["hello", "only in the second"]
        assert skipped_of(export) == {"duplicate:identical": 1}
        assert export.problems[Problem.FILE_REPEATED_DAY] == 1


def write_twice(path: Path) -> Path:
    write_zip(path, export_files(message()))
    with zipfile.ZipFile(path, "a") as archive:
        again = [message(), message("only in the second", "1772445601.000100")]
        archive.writestr(f"launch/{DAY}", as_bytes(again))
    return path


def test_a_channel_without_a_folder_has_no_entries(read: Reader) -> None:
    files = export_files(channels=[channel(), channel("C0QUIET", "quiet")])
    assert entries_of(read(files)) == []
