"""A real public workspace, where it is at hand."""

from collections import Counter

from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_records import Message
from tests.importers.exports import entries_of, skipped_of
from tests.shared_files import sample

PATH = sample("slack_public_export.zip")


def test_every_entry_of_a_real_workspace_is_accounted_for() -> None:
    if PATH is None:
        return
    with SlackExport.open(PATH) as export:
        entries = entries_of(export)
        messages = Counter(isinstance(entry, Message) for entry in entries)
        assert len(entries) == 1382
        assert messages[True] + skipped_of(export).total() == 1382
        assert messages[True] == 910


def test_the_rooms_and_people_of_a_real_workspace() -> None:
    if PATH is None:
        return
    with SlackExport.open(PATH) as export:
        listed = [room for room in export.rooms() if not room.quarantined]
        assert {(room.kind, room.externally_shared) for room in listed} == {("public_channel", False)}
        assert (len(listed), len(export.users())) == (16, 71)


def test_why_entries_of_a_real_workspace_are_skipped() -> None:
    if PATH is None:
        return
    with SlackExport.open(PATH) as export:
        skipped = skipped_of(export)
    # One channel is listed under another name than its folder's, so nobody can tell whose the folder is.
    assert skipped.pop("room:not_listed") == 149
    assert skipped == {
        "event:channel_join": 307,
        "event:channel_archive": 9,
        "event:channel_leave": 3,
        "event:channel_name": 2,
        "event:pinned_item": 1,
        "event:bot_add": 1,
    }
