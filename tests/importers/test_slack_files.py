"""The export as a whole: one bad file never stops the others, and every entry is accounted for."""

import json
from pathlib import Path

import pytest

from conversation_search.importers.slack_archive import ArchiveFile, FolderArchive
from conversation_search.importers.slack_errors import SlackExportError
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_reasons import Problem
from tests.importers.exports import (
    AGENT,
    DAY,
    GUEST,
    MAYA,
    Reader,
    channel,
    entries_of,
    export_files,
    message,
    room_named,
    skipped_of,
    texts_of,
    user,
    write_folder,
    write_zip,
)

OTHER_DAY = "launch/2026-03-03.json"


@pytest.mark.parametrize(
    ("bytes_of_a_day", "problem"),
    [
        (b"", Problem.FILE_INVALID_JSON),
        (b'[{"type": "message", "te', Problem.FILE_INVALID_JSON),
        (b'[{"ts": 1e}]', Problem.FILE_INVALID_JSON),
        (b"[" * 200_000, Problem.FILE_TOO_DEEP),
        (b'{"messages": []}', Problem.FILE_NOT_A_LIST),
        (b"null", Problem.FILE_NOT_A_LIST),
    ],
)
def test_a_day_that_cannot_be_read_is_reported_and_the_others_go_on(
    read: Reader, bytes_of_a_day: bytes, problem: Problem
) -> None:
    export = read(export_files(message()) | {OTHER_DAY: bytes_of_a_day})
    assert texts_of(export) == ["hello"]
    assert export.problems == {problem: 1}


def test_invalid_utf8_costs_letters_not_the_day(read: Reader) -> None:
    day = json.dumps([message("caf_ at noon")]).encode().replace(b"caf_", b"caf\xe9")
    export = read(export_files() | {OTHER_DAY: day})
    assert texts_of(export) == ["caf\ufffd at noon"]
    assert export.problems == {Problem.FILE_INVALID_UTF8: 1}


def test_an_entry_that_lost_letters_of_a_key_is_not_trusted(read: Reader) -> None:
    share = message("see", bot_id="B0", attachments=[{"text": "secret", "is_msg_unfurl": True}])
    day = json.dumps([share, message("fine", "1772445601.000100")]).encode()
    export = read(export_files() | {OTHER_DAY: day.replace(b"is_msg_unfurl", b"is_msg_unf\xe9rl")})
    assert texts_of(export) == ["fine"]
    assert skipped_of(export) == {"entry:damaged": 1}


def test_a_byte_order_mark_is_no_trouble(read: Reader) -> None:
    day = b"\xef\xbb\xbf" + json.dumps([message()]).encode()
    assert texts_of(read(export_files() | {OTHER_DAY: day})) == ["hello"]


@pytest.mark.parametrize("name", ["channels.json", "groups.json", "mpims.json", "dms.json", "users.json"])
@pytest.mark.parametrize("broken", [b"", b"[{", b"{}", b'["\xff"]', b"[" * 200_000])
def test_a_listing_that_cannot_be_read_ends_the_import(tmp_path: Path, name: str, broken: bytes) -> None:
    files = export_files(message()) | {name: broken}
    with pytest.raises(SlackExportError, match=f"{name} cannot be read"):
        SlackExport.open(write_zip(tmp_path / "export.zip", files))


@pytest.mark.parametrize("only", ["channels", "groups", "dms", "mpims"])
def test_any_one_listing_is_enough(read: Reader, only: str) -> None:
    files = {
        "users.json": [user(MAYA)],
        f"{only}.json": [channel("X0ROOM", "room")],
        f"X0ROOM/{DAY}": [message()],
    }
    assert texts_of(read(files)) == ["hello"]


def test_the_agents_own_account_is_no_stranger_where_no_list_names_it(read: Reader) -> None:
    files = export_files(users=[user(MAYA)], dms=[{"id": "D0MAYA", "members": [MAYA, AGENT]}])
    rooms = {room.external_thread_id: room for room in read(files).rooms()}
    assert not rooms["D0MAYA"].externally_shared


def test_a_guest_in_a_direct_message_shares_it_externally(read: Reader) -> None:
    users = [user(MAYA), user(GUEST, is_restricted=True)]
    files = export_files(users=users, dms=[{"id": "D0GUEST", "members": [GUEST, AGENT]}])
    rooms = {room.external_thread_id: room for room in read(files).rooms()}
    assert rooms["D0GUEST"].externally_shared


def test_every_entry_is_yielded_exactly_once(read: Reader) -> None:
    entries = [message(), message(), None, message(ts=None), message(subtype="channel_join"), {}, "x"]
    export = read(export_files(*entries) | {f"board/{DAY}": entries})
    assert len(entries_of(export)) == 2 * len(entries)


def test_days_say_how_many_there_are(read: Reader) -> None:
    export = read(export_files(message()) | {OTHER_DAY: [message("b", "1772532000.000100")]})
    launch = room_named(export, "launch")
    assert export.day_count(launch) == 2
    assert [day.name for day in export.days(launch)] == ["2026-03-02", "2026-03-03"]


def test_a_folder_and_its_zip_read_the_same(tmp_path: Path) -> None:
    files = export_files(
        message(), message("b", "1772445601.000100"), {}, dms=[{"id": "D0MAYA", "user": MAYA}]
    )
    with (
        SlackExport.open(write_folder(tmp_path / "export", files)) as folder,
        SlackExport.open(write_zip(tmp_path / "export.zip", files)) as archive,
    ):
        assert folder.rooms() == archive.rooms()
        assert folder.users() == archive.users()
        assert entries_of(folder) == entries_of(archive)


def test_reading_twice_gives_the_same(read: Reader) -> None:
    export = read(export_files(message(), message(), edited := message("b", "1772445601.000100"), edited))
    assert entries_of(export) == entries_of(export)


def test_one_day_at_a_time_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = {f"launch/2026-03-{day:02d}.json": [message(ts=f"17724456{day:02d}.1")] for day in range(1, 29)}
    opened: list[str] = []
    read_file = FolderArchive.read

    def watched(archive: FolderArchive, file: ArchiveFile, limit: int) -> bytes:
        opened.append(file.parts[-1])
        return read_file(archive, file, limit)

    with SlackExport.open(write_folder(tmp_path, export_files() | days)) as export:
        monkeypatch.setattr(FolderArchive, "read", watched)
        next(export.days(room_named(export, "launch")))
        assert opened == ["2026-03-01.json"]
