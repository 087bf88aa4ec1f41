"""Whose folder is it."""

from pathlib import Path

from conversation_search.importers.slack_files import SlackExport
from tests.importers.exports import (
    AGENT,
    DAY,
    MAYA,
    PRIYA,
    Reader,
    channel,
    entries_of,
    export_files,
    message,
    messages_of,
    room_named,
    skipped_of,
    texts_in,
    texts_of,
    write_zip,
)


def test_a_folder_without_a_listing_is_quarantined(read: Reader) -> None:
    export = read(export_files(message()) | {f"board/{DAY}": [message("secret"), "garbage", {}]})
    assert texts_of(export) == ["hello"]
    assert skipped_of(export) == {"room:not_listed": 3}


def test_a_quarantined_room_has_no_id_and_no_readers(read: Reader) -> None:
    room = room_named(read(export_files() | {f"board/{DAY}": []}), "board")
    assert room.quarantined
    assert (room.external_thread_id, room.members, room.externally_shared) == ("", None, True)


def test_the_only_folder_left_over_is_not_given_to_the_only_channel_left_over(read: Reader) -> None:
    files = export_files(channels=[channel(), channel("C0NEW", "new-name")])
    export = read(files | {f"old-name/{DAY}": [message("secret")]})
    assert texts_of(export) == []
    assert skipped_of(export) == {"room:not_listed": 1}


def test_a_renamed_channel_keeps_its_id(read: Reader) -> None:
    files = export_files(channels=[channel(name="go-live", previous_names=["launch"])])
    export = read(files | {f"go-live/{DAY}": [message()]})
    assert room_named(export, "go-live").external_thread_id == "C0LAUNCH"
    assert texts_of(export) == ["hello"]


def test_a_channel_may_lie_under_its_id(read: Reader) -> None:
    files = export_files() | {f"C0LAUNCH/{DAY}": [message("by id")]}
    assert texts_of(read(files)) == ["by id"]


def test_days_under_id_and_under_name_are_one_room(read: Reader) -> None:
    files = export_files(message("by name")) | {
        "C0LAUNCH/2026-03-01.json": [message("by id", "1772359200.1")]
    }
    assert texts_of(read(files)) == ["by id", "by name"]


def test_a_direct_message_lies_under_its_id(read: Reader) -> None:
    files = export_files(dms=[{"id": "D0MAYA", "members": [MAYA, AGENT]}])
    export = read(files | {f"D0MAYA/{DAY}": [message("psst")]})
    assert texts_of(export) == ["psst"]


def test_a_group_message_lies_under_its_name(read: Reader) -> None:
    name = "mpdm-maya--priya--agent-1"
    files = export_files(mpims=[{"id": "G0GROUP", "name": name, "members": [MAYA, PRIYA, AGENT]}])
    assert texts_of(read(files | {f"{name}/{DAY}": [message("psst")]})) == ["psst"]


def test_a_folder_that_two_rooms_claim_is_quarantined(read: Reader) -> None:
    files = export_files(message("whose?"), groups=[{"id": "G0LAUNCH", "name": "launch", "members": [MAYA]}])
    export = read(files)
    assert messages_of(export) == []
    assert skipped_of(export) == {"room:ambiguous_folder": 1}


def test_a_channel_named_like_a_direct_message_claims_nothing_of_it(read: Reader) -> None:
    files = export_files(
        channels=[channel("C0EVIL", "D0MAYA")], dms=[{"id": "D0MAYA", "members": [MAYA, AGENT]}]
    )
    export = read(files | {f"D0MAYA/{DAY}": [message("psst")]})
    assert texts_of(export) == []


def test_channels_that_differ_in_case_each_keep_their_folder(tmp_path: Path) -> None:
    files = export_files(message("lower"), channels=[channel(), channel("C0UPPER", "Launch")])
    path = write_zip(tmp_path / "export.zip", files | {f"Launch/{DAY}": [message("upper")]})
    with SlackExport.open(path) as export:
        assert texts_in(export, "launch") == ["lower"]
        assert texts_in(export, "Launch") == ["upper"]


def test_case_twins_that_share_one_folder_are_quarantined(read: Reader) -> None:
    files = export_files(message("whose?"), channels=[channel(), channel("C0UPPER", "Launch")])
    export = read(files)
    assert texts_of(export) == []
    assert skipped_of(export) == {"room:ambiguous_folder": 1}


def test_case_twins_with_an_empty_folder_each_are_told_apart(read: Reader) -> None:
    files = export_files(message("lower"), channels=[channel(), channel("C0UPPER", "Launch")])
    assert texts_of(read(files | {"Launch/": b""})) == ["lower"]


def test_rooms_whose_names_disagree_between_listings_claim_no_folder_by_name(read: Reader) -> None:
    files = export_files(message("whose?"), channels=[channel(name="launch"), channel(name="secret")])
    export = read(files)
    assert entries_of(export) != []
    assert texts_of(export) == []
