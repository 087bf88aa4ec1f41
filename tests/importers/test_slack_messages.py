"""Which entries are messages, and when they were sent."""

from datetime import UTC, datetime, timedelta

import pytest

from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import Deletion
from conversation_search.importers.slack_values import JsonObject
from tests.importers.exports import (
    MAYA,
    PRIYA,
    TS,
    Reader,
    channel,
    entries_of,
    export_files,
    message,
    messages_of,
    skipped_of,
    texts_of,
    user,
)

SENT = datetime(2026, 3, 2, 10, 0, 0, 100, tzinfo=UTC)
LATER = "1772449200.000000"


def test_a_message(read: Reader) -> None:
    [one] = messages_of(read(export_files(message("hello", thread_ts="1772445500.000000"))))
    assert (one.external_message_id, one.sent_at, one.text) == (TS, SENT, "hello")
    assert (one.edited_at, one.thread_ts) == (None, "1772445500.000000")


@pytest.mark.parametrize("micros", [1, 2, 999_999, 100, 123_456])
def test_the_time_is_exact_to_the_microsecond(read: Reader, micros: int) -> None:
    [one] = messages_of(read(export_files(message(ts=f"9999999999.{micros:06d}"))))
    assert one.sent_at == datetime(2286, 11, 20, 17, 46, 39, tzinfo=UTC) + timedelta(microseconds=micros)


def test_a_time_written_as_a_number_keeps_its_digits(read: Reader) -> None:
    day = b'[{"type": "message", "user": "U0MAYA", "text": "n", "ts": 1772445600.0001}]'
    files = export_files() | {"launch/2026-03-02.json": day}
    [one] = messages_of(read(files))
    assert one.external_message_id == TS


@pytest.mark.parametrize(
    ("ts", "reason"),
    [
        (None, "ts:missing"),
        ("", "ts:missing"),
        ("0", "ts:missing"),
        ("0.000000", "ts:missing"),
        (float("nan"), "ts:invalid"),
        (float("inf"), "ts:invalid"),
        (-5, "ts:invalid"),
        ("-1772445600.000100", "ts:invalid"),
        ("1772445600.0000001", "ts:invalid"),
        ("1.7e9", "ts:invalid"),
        ("1772445600.000100 ", "ts:invalid"),
        ("\u0661\u0662", "ts:invalid"),
        ("today", "ts:invalid"),
        ([TS], "ts:invalid"),
        (True, "ts:invalid"),
        ("9" * 5000, "ts:invalid"),
        ("99999999999999999.0", "ts:out_of_range"),
    ],
)
def test_an_unusable_time_skips_the_entry(read: Reader, ts: object, reason: str) -> None:
    assert skipped_of(read(export_files(message(ts=ts)))) == {reason: 1}


@pytest.mark.parametrize("entry", [None, "x", 7, [], [message()]])
def test_an_entry_that_is_no_object_is_skipped(read: Reader, entry: object) -> None:
    assert skipped_of(read(export_files(entry))) == {"entry:not_an_object": 1}


def test_an_entry_of_another_type_is_skipped(read: Reader) -> None:
    assert skipped_of(read(export_files(message(type="presence_change")))) == {"entry:not_a_message": 1}


@pytest.mark.parametrize(
    "subtype",
    ["bot_message", "channel_purpose", "channel_topic", "file_share", "me_message", "thread_broadcast"],
)
def test_what_somebody_wrote_is_a_message(read: Reader, subtype: str) -> None:
    assert texts_of(read(export_files(message("words", subtype=subtype)))) == ["words"]


@pytest.mark.parametrize(
    "subtype", ["channel_join", "channel_leave", "channel_name", "pinned_item", "group_join"]
)
def test_events_are_skipped_by_name(read: Reader, subtype: str) -> None:
    assert skipped_of(read(export_files(message(subtype=subtype)))) == {f"event:{subtype}": 1}


@pytest.mark.parametrize("subtype", ["made_up", "x" * 5000])
def test_unknown_events_are_skipped_under_one_label(read: Reader, subtype: str) -> None:
    assert skipped_of(read(export_files(message(subtype=subtype)))) == {"event:other": 1}


@pytest.mark.parametrize("text", ["", "  \n ", None, {}, ["x"]])
def test_an_entry_without_text_is_skipped(read: Reader, text: object) -> None:
    assert skipped_of(read(export_files(message(text)))) == {"entry:empty": 1}


def test_a_hidden_entry_is_skipped(read: Reader) -> None:
    assert skipped_of(read(export_files(message(hidden=True)))) == {"entry:hidden": 1}


def test_text_that_is_only_in_blocks_is_read(read: Reader) -> None:
    element = {"type": "rich_text_section", "elements": [{"type": "text", "text": "in blocks"}]}
    blocks = [{"type": "rich_text", "elements": [element]}]
    assert texts_of(read(export_files(message("", blocks=blocks)))) == ["in blocks"]


@pytest.mark.parametrize(
    ("text", "shown", "expected"),
    [
        ("Deploy done", "Version 7 is live", "Deploy done\nVersion 7 is live"),
        ("Version 7", "*Version 7* is live", "*Version 7* is live"),
        ("*Version 7* is live!", "Version 7", "*Version 7* is live!"),
        ("Deploy done", "", "Deploy done"),
    ],
)
def test_an_apps_text_and_blocks_are_both_read_once(
    read: Reader, text: str, shown: str, expected: str
) -> None:
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": shown}}]
    assert texts_of(read(export_files(message(text, blocks=blocks, bot_id="B0CI")))) == [expected]


def test_a_persons_blocks_do_not_repeat_the_text(read: Reader) -> None:
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "other"}}]
    assert texts_of(read(export_files(message("mine", blocks=blocks)))) == ["mine"]


def test_a_broadcast_reply_does_not_bring_its_root_along(read: Reader) -> None:
    entry = message("reply", subtype="thread_broadcast", thread_ts="1.000001", root=message("the root"))
    assert texts_of(read(export_files(entry))) == ["reply"]


def test_a_tombstone_is_a_deletion(read: Reader) -> None:
    entry = message("This message was deleted.", subtype="tombstone", user="USLACKBOT", hidden=True)
    [deletion] = entries_of(read(export_files(entry)))
    assert isinstance(deletion, Deletion)
    assert (deletion.external_message_id, deletion.sent_at) == (TS, SENT)


def test_a_deletion_event_names_what_was_deleted_and_not_its_text(read: Reader) -> None:
    gone = {"deleted_ts": TS, "previous_message": message("secret", user=PRIYA)}
    [deletion] = entries_of(
        read(export_files(message(ts=LATER, subtype="message_deleted", hidden=True, **gone)))
    )
    assert isinstance(deletion, Deletion)
    assert (deletion.external_message_id, deletion.sender.external_id) == (TS, PRIYA)
    assert "secret" not in repr(deletion)


def test_a_deletion_without_an_author_still_counts(read: Reader) -> None:
    [deletion] = entries_of(read(export_files({"subtype": "message_deleted", "deleted_ts": TS, "ts": LATER})))
    assert isinstance(deletion, Deletion)


def test_a_deletion_of_nothing_is_skipped(read: Reader) -> None:
    assert skipped_of(read(export_files({"subtype": "message_deleted", "ts": LATER}))) == {"ts:missing": 1}


def edit(text: str, **more: object) -> JsonObject:
    new = message(text, edited={"user": MAYA, "ts": LATER})
    event: JsonObject = {"type": "message", "subtype": "message_changed", "hidden": True, "ts": LATER}
    return event | {"message": new, "previous_message": message("old secret")} | more


def test_an_edit_event_is_the_newer_message_and_never_the_older(read: Reader) -> None:
    old, new = messages_of(read(export_files(message("old"), edit("new"))))
    assert (old.external_message_id, old.text, old.edited_at) == (TS, "old", None)
    assert (new.external_message_id, new.text) == (TS, "new")
    assert new.edited_at == datetime(2026, 3, 2, 11, tzinfo=UTC)


def test_an_edit_in_the_file_of_another_day_is_read(read: Reader) -> None:
    files = export_files(message("old")) | {"launch/2026-03-05.json": [edit("new")]}
    assert texts_of(read(files)) == ["old", "new"]


def test_an_edit_that_says_what_is_known_is_a_duplicate(read: Reader) -> None:
    final = message("new", edited={"user": MAYA, "ts": LATER})
    assert skipped_of(read(export_files(final, edit("new")))) == {"duplicate:identical": 1}


def test_an_edit_older_than_what_is_known_is_a_duplicate(read: Reader) -> None:
    final = message("newest", edited={"user": MAYA, "ts": "1772449300.000000"})
    assert skipped_of(read(export_files(final, edit("new")))) == {"duplicate:older_version": 1}


def test_an_edit_into_a_tombstone_is_a_deletion(read: Reader) -> None:
    event = edit("", message={"type": "message", "subtype": "tombstone", "ts": TS, "user": "USLACKBOT"})
    [deletion] = entries_of(read(export_files(event)))
    assert isinstance(deletion, Deletion)
    assert deletion.external_message_id == TS


def test_an_edit_event_without_a_message_is_skipped(read: Reader) -> None:
    assert skipped_of(read(export_files(edit("", message=None)))) == {"entry:edit_without_message": 1}


def test_a_repeat_is_a_duplicate(read: Reader) -> None:
    export = read(export_files(message("one"), message("one")))
    assert (texts_of(export), skipped_of(export)) == (["one"], {"duplicate:identical": 1})


@pytest.mark.parametrize("other", [message("two"), message("two", user=PRIYA), message("one", user=PRIYA)])
def test_the_same_time_with_other_contents_is_a_conflict(read: Reader, other: JsonObject) -> None:
    export = read(export_files(message("one"), other))
    assert (texts_of(export), skipped_of(export)) == (["one"], {"duplicate:conflicting": 1})


def test_the_same_time_in_two_rooms_is_two_messages(read: Reader) -> None:
    files = export_files(message("one"), channels=[channel(), channel("C0OTHER", "other")])
    assert len(texts_of(read(files | {"other/2026-03-02.json": [message("two")]}))) == 2


def test_entries_of_a_day_come_in_order_of_time(read: Reader) -> None:
    entries = [message("b", "1772445602.000000"), message("a", "1772445601.999999"), message("?", None)]
    assert texts_of(read(export_files(*entries))) == ["a", "b"]


def test_a_reply_before_its_root_and_a_root_that_is_gone_are_no_trouble(read: Reader) -> None:
    early = message("reply", "1772445600.000100", thread_ts="1772445601.000100")
    root = message("root", "1772445601.000100", thread_ts="1772445601.000100")
    orphan = message("orphan", "1772445602.000100", thread_ts="1600000000.000100")
    found = messages_of(read(export_files(orphan, root, early)))
    assert [one.thread_ts for one in found] == [root["ts"], root["ts"], "1600000000.000100"]


def test_unusable_times_beside_the_own_one_are_dropped_and_counted(read: Reader) -> None:
    export = read(export_files(message(thread_ts="x", edited={"ts": "y"})))
    [one] = messages_of(export)
    assert (one.thread_ts, one.edited_at) == (None, None)
    assert export.problems == {Problem.THREAD_TS_INVALID: 1, Problem.EDITED_TS_INVALID: 1}


def test_a_megabyte_message_nul_bytes_and_lone_surrogates_pass_through(read: Reader) -> None:
    text = "x" * 1_500_000 + "\0 \ud83d"
    assert texts_of(read(export_files(message(text)))) == [text]


def test_a_mention_of_a_public_channel_is_named_only_among_members(read: Reader) -> None:
    rooms = [channel(), channel("C0MIXED", "mixed", members=[MAYA, "U0UNKNOWN"])]
    text = "see <#C0LAUNCH>"
    export = read(export_files(message(text), channels=rooms) | {"mixed/2026-03-02.json": [message(text)]})
    assert texts_of(export) == ["see #launch", "see #C0LAUNCH"]


def test_a_private_channel_is_never_named_where_the_text_does_not(read: Reader) -> None:
    files = export_files(message("see <#G0BOARD>"), groups=[channel("G0BOARD", "board")])
    [one] = messages_of(read(files))
    assert one.text == "see #G0BOARD"


def test_mentions_read_as_names(read: Reader) -> None:
    files = export_files(message("<@U0PRIYA> and <@U0GONE>"), users=[user(MAYA), user(PRIYA)])
    assert texts_of(read(files)) == ["@Priya and @U0GONE"]
