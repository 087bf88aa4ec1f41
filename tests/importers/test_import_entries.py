"""Awkward entries, through to the database: each is stored as it should be, or counted with its reason."""

import pytest

from conversation_search import limits
from tests.database import value
from tests.importers.exports import (
    AGENT,
    DAY,
    MAYA,
    PRIYA,
    channel,
    export_files,
    message,
    user,
    write_zip,
)
from tests.importers.imported import LAUNCH, Workspace, everything_in, whole_workspace

LATER = "1772445700.000100"


def test_a_bot_with_only_a_name_is_stored_under_that_name(workspace: Workspace) -> None:
    workspace.imports(export_files(message(user=None, subtype="bot_message", username="deploys")))
    assert [row[2] for row in everything_in(workspace.slug)["messages"]] == ["username:deploys"]
    assert workspace.finds(LAUNCH) == ["hello"]


@pytest.mark.parametrize(
    ("ts", "reason"),
    [(None, "ts:missing"), ("", "ts:missing"), (float("nan"), "ts:invalid"), ("9" * 18, "ts:out_of_range")],
)
def test_an_entry_without_a_usable_time_is_skipped_alone(
    workspace: Workspace, ts: object, reason: str
) -> None:
    report = workspace.imports(export_files(message("lost", ts), message()))
    assert (report.skipped, workspace.bodies()) == ({reason: 1}, ["hello"])


def test_an_entry_of_the_future_is_rejected_and_dates_nothing(workspace: Workspace) -> None:
    report = workspace.imports(export_files(message(), message("soon", "1999999999.000100")))
    assert report.rejected == {"invalid_argument": 1}
    assert report.listed_at.year == 2026


def test_a_time_used_twice_changes_nothing_of_the_first(workspace: Workspace) -> None:
    report = workspace.imports(export_files(message("first"), message("second", user=PRIYA)))
    assert (report.skipped, workspace.bodies()) == ({"duplicate:conflicting": 1}, ["first"])


def test_a_reply_is_stored_before_its_root_and_without_one(workspace: Workspace) -> None:
    early = message("reply", thread_ts=LATER)
    orphan = message("orphan", "1772445650.000100", thread_ts="1700000000.000100")
    workspace.imports(export_files(early, orphan, message("root", LATER, thread_ts=LATER)))
    assert workspace.finds(LAUNCH, "orphan reply root") == ["root", "orphan", "reply"]


def test_text_only_in_blocks_is_found(workspace: Workspace) -> None:
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "plum &amp; pear"}}
    workspace.imports(export_files(message("", blocks=[block])))
    assert workspace.finds(LAUNCH, "plum") == ["plum & pear"]


def test_markup_is_found_as_people_read_it(workspace: Workspace) -> None:
    text = "<@U0PRIYA> reads <https://x.example|the runbook> in <#C0LAUNCH> &lt;now&gt; &amp;amp;"
    workspace.imports(export_files(message(text)))
    shown = "@Priya reads the runbook (https://x.example) in #launch <now> &amp;"
    assert workspace.finds(LAUNCH, "runbook") == [shown]
    assert workspace.finds(LAUNCH, "Priya") == [shown]


def test_a_message_over_the_limit_is_rejected_alone(workspace: Workspace) -> None:
    huge = message("x" * (limits.MESSAGE_BYTES + 1), LATER)
    report = workspace.imports(export_files(message(), huge))
    assert (report.rejected, report.stored) == ({"too_large": 1}, {"created": 1})


def test_a_message_of_a_megabyte_is_stored(workspace: Workspace) -> None:
    report = workspace.imports(export_files(message("plum " * (limits.MESSAGE_BYTES // 5))))
    assert report.stored == {"created": 1}
    assert value("SELECT count(*) > 200 FROM message_search_documents WHERE tsv @@ 'plum'")


def test_nul_bytes_and_lone_surrogates_are_stored_as_replacements(workspace: Workspace) -> None:
    workspace.imports(export_files(message("a\x00b \ud800c")))
    assert workspace.bodies() == ["a\ufffdb \ufffdc"]


def test_a_tombstone_of_an_unknown_message_is_kept_without_text(workspace: Workspace) -> None:
    gone = message("This message was deleted.", subtype="tombstone", user="USLACKBOT", hidden=True)
    report = workspace.imports(export_files(gone))
    assert (report.stored, report.without_evidence) == ({"created": 1}, {"deleted": 1})
    assert workspace.bodies() == [""]


def test_a_deleted_message_does_not_come_back_from_an_older_export(workspace: Workspace) -> None:
    gone = message("This message was deleted.", subtype="tombstone", user="USLACKBOT")
    workspace.imports(export_files(gone))
    assert workspace.imports(export_files(message("plum"))).rejected == {"deleted": 1}
    assert workspace.where_found("plum") == set()


def test_a_newer_export_deletes_what_an_older_one_brought(workspace: Workspace) -> None:
    workspace.imports(export_files(message("plum")))
    gone = message("This message was deleted.", subtype="tombstone", user="USLACKBOT")
    assert workspace.imports(export_files(gone)).stored == {"updated": 1}
    assert workspace.imports(export_files(gone)).stored == {"duplicate": 1}
    assert workspace.bodies() == [""]


def test_an_edit_is_stored_once_and_never_undone(workspace: Workspace) -> None:
    old = export_files(message("old"))
    new = export_files(message("new", edited={"user": MAYA, "ts": LATER}))
    counts = [workspace.imports(files).stored for files in (old, new, new, old)]
    assert counts == [{"created": 1}, {"updated": 1}, {"duplicate": 1}, {"duplicate": 1}]
    assert workspace.bodies() == ["new"]


def test_a_day_larger_than_a_batch_is_stored_whole(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INGEST_BATCH", 2)
    entries = [message(f"m{number}", f"17724456{number:02}.000100") for number in range(7)]
    assert workspace.imports(export_files(*entries)).stored == {"created": 7}
    assert workspace.bodies() == [f"m{number}" for number in range(7)]


def test_a_zip_with_unflagged_names_climbing_names_and_a_bomb_is_imported(workspace: Workspace) -> None:
    bomb = b"[" + b" " * (limits.EXPORT_RATIO_FROM_BYTES + 1) + b"]"
    files = export_files(channels=[channel(name="café")]) | {f"caf__/{DAY}": [message("plum")]}
    path = write_zip(
        workspace.folder / "export.zip", files | {"caf__/2026-03-03.json": bomb, "../x.json": []}
    )
    # zipfile flags every name that is not ASCII, so the name is put in afterwards.
    path.write_bytes(path.read_bytes().replace(b"caf__/", "café/".encode()))
    report = workspace.imports(path)
    assert report.problems == {"file:suspicious_compression": 1, "path:unsafe": 1}
    assert workspace.bodies() == ["plum"]


def test_an_unreadable_day_is_reported_and_the_others_are_imported(workspace: Workspace) -> None:
    report = workspace.imports(export_files(message()) | {"launch/2026-03-03.json": b"[{"})
    assert (report.problems, report.stored) == ({"file:invalid_json": 1}, {"created": 1})


def test_every_entry_is_counted_exactly_once(workspace: Workspace) -> None:
    entries: list[object] = [
        message(),
        message(),
        message("x", None),
        "garbage",
        message("joined", LATER, subtype="channel_join"),
    ]
    report = workspace.imports(whole_workspace(launch=entries, board=[message()], dm_maya=[None]))
    assert report.entries == 7
    assert (report.stored.total(), report.skipped.total()) == (2, 5)


def test_an_agent_account_that_occurs_nowhere_is_named(workspace: Workspace) -> None:
    assert workspace.imports(export_files(message(), users=[user(MAYA)])).unseen_agent_users == [AGENT]
    assert workspace.imports(export_files(message())).unseen_agent_users == []
    by_agent = export_files(message(user=AGENT), users=[user(MAYA)])
    assert workspace.imports(by_agent).unseen_agent_users == []


def test_a_listing_that_is_too_long_counts_as_none(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ROOM_MEMBERS", 2)
    members = {"groups.json": [channel("G0BOARD", "board", members=[MAYA, PRIYA, AGENT])]}
    report = workspace.imports(whole_workspace(board=[message()]) | members)
    assert report.problems == {"members:too_many": 3}
    assert report.without_evidence == {"members_unknown": 1}
    assert workspace.where_found("hello") == set()
