"""Old sealed rows go whole segments at a time, through one guarded way, and the audit verifies as before."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from conversation_search import limits
from conversation_search.managers import pruning as statements
from conversation_search.managers.transactions import StatementError
from conversation_search.models import AuditPruning, ConversationSearchEvent
from conversation_search.seal import pruning
from conversation_search.seal.errors import SealBroken, SealKeyMissing
from conversation_search.seal.keys import Keyring
from tests.cast import Cast
from tests.database import column, execute, value
from tests.factories import SearchEventFactory
from tests.seal import tampering
from tests.seal.sealed import (
    EVENTS,
    KEYS,
    SECRET,
    newest_checkpoint,
    number_of,
    seal,
    sealed_events,
    search_events,
    verified,
)

TOMORROW = datetime.now(UTC) + timedelta(days=1)


VISIT = """
INSERT INTO page_accesses (user_id, username, page, action, outcome) VALUES (1, 'x', 'x', 'viewed', 'shown')
"""
LOOK = """
INSERT INTO access_log (runtime_agent_id, who_kind, who, action, filters, ids)
SELECT id, 'user', 'x', 'x', '{}', '{}' FROM runtime_agents LIMIT 1
"""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure the key of these tests."""
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_KEY", SECRET)
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_PUBLIC_KEYS", [])


def prune(before: datetime = TOMORROW) -> dict[str, int]:
    """Prune, and return how many rows of each stream went."""
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    gone: dict[str, int] = {}
    for step in pruning.prune(KEYS, before):
        gone[step.stream] = gone.get(step.stream, 0) + step.rows
    return gone


def left(events: list[ConversationSearchEvent]) -> list[int]:
    """Return the ids of those that are still there."""
    read = "SELECT id FROM conversation_search_events WHERE id = ANY (%(ids)s::bigint[]) ORDER BY id"
    return column(read, ids=[event.pk for event in events])


def test_sealed_rows_are_pruned_and_the_audit_verifies_as_before(cast: Cast) -> None:
    events = sealed_events(cast)
    checkpoints = value("SELECT count(*) FROM audit_checkpoints")
    assert prune()[EVENTS] >= 3
    assert left(events) == []
    assert value("SELECT count(*) FROM audit_checkpoints") == checkpoints
    report = verified()
    assert (report.is_sound, report.pruned_rows >= 3) == (True, True)


def test_what_was_sealed_after_the_date_stays(cast: Cast) -> None:
    events = sealed_events(cast)
    assert prune(datetime(2020, 1, 1, tzinfo=UTC)) == {}
    assert len(left(events)) == 3


def test_what_is_not_sealed_stays(cast: Cast) -> None:
    sealed_events(cast)
    waiting = search_events(cast, 2)
    prune()
    assert len(left(waiting)) == 2
    seal()
    assert verified().is_sound


def test_only_a_segment_as_a_whole_is_pruned(cast: Cast) -> None:
    sealed_events(cast)
    (planned, *_) = [one for one in pruning.plan(KEYS, TOMORROW) if one.stream.key == EVENTS]
    assert planned.last == tampering.checkpoint(planned.checkpoint).streams[EVENTS].sealed
    row = {
        "stream": EVENTS,
        "checkpoint_id": planned.checkpoint,
        "key_id": "",
        "payload": "{}",
        "signature": b"",
    }
    for first, last in ((planned.first, planned.last - 1), (planned.first + 1, planned.last)):
        with pytest.raises(IntegrityError), transaction.atomic():
            AuditPruning.objects.create(first_number=first, last_number=last, **row)


def test_a_replayed_search_stays_until_its_replays_may_go_too(cast: Cast) -> None:
    sealed_events(cast)
    first, original = sealed_events(cast, 1), sealed_events(cast, 1)
    replay = SearchEventFactory.create(run=original[0].run, replay_of=original[0])
    prune()
    assert left([*first, *original]) == [original[0].pk]
    seal()
    prune()
    assert left([*original, replay]) == []
    assert verified().is_sound


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM conversation_search_events",
        "UPDATE conversation_search_events SET matched = 0",
        "DELETE FROM access_log",
        "DELETE FROM page_accesses",
        "DELETE FROM audit_seal_entries",
        "UPDATE audit_seal_entries SET row_id = 0",
        "DELETE FROM audit_checkpoints",
        "UPDATE audit_checkpoints SET payload = ''",
        "DELETE FROM audit_prunings",
        "UPDATE audit_prunings SET last_number = 0",
        "DELETE FROM audit_verifications",
        "UPDATE audit_verifications SET is_sound = true",
        "TRUNCATE conversation_search_events CASCADE",
        "TRUNCATE audit_seal_entries",
        "TRUNCATE audit_checkpoints CASCADE",
        "TRUNCATE audit_prunings",
        "TRUNCATE audit_verifications",
    ],
)
def test_outside_of_a_pruning_the_database_refuses_every_change(cast: Cast, statement: str) -> None:
    sealed_events(cast)
    prune()
    sealed_events(cast)
    verified()
    execute(VISIT)
    execute(LOOK)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError), transaction.atomic():
        execute(statement)


def test_a_pruning_admits_no_row_beyond_it(cast: Cast) -> None:
    sealed_events(cast)
    prune()
    kept = sealed_events(cast)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(StatementError, match="23001"), transaction.atomic():
        statements.prune_rows(EVENTS, EVENTS, 1, number_of(kept[0].pk))
    assert len(left(kept)) == 3


def test_a_pruning_that_nobody_signed_is_found(cast: Cast) -> None:
    events = sealed_events(cast)
    (planned, *_) = [one for one in pruning.plan(KEYS, TOMORROW) if one.stream.key == EVENTS]
    forged = ("{}", KEYS.signer().public.key_id, b"\\x00" * 64)
    statements.add_pruning(EVENTS, planned.first, planned.last, planned.checkpoint, forged)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    statements.prune_rows(EVENTS, EVENTS, planned.first, planned.last)
    assert left(events) == []
    finding = verified().finding
    assert finding is not None
    assert (finding.kind, finding.stream) == ("forged_pruning", EVENTS)


def test_a_pruning_that_was_removed_is_found_with_the_rows_that_went(cast: Cast) -> None:
    sealed_events(cast)
    prune()
    tampering.unguarded("audit_prunings", "DELETE FROM audit_prunings")
    finding = verified().finding
    assert finding is not None
    assert (finding.kind, finding.stream, finding.number) == ("truncated", EVENTS, 1)


def test_a_pruned_row_that_comes_back_is_found(cast: Cast) -> None:
    (event, *_) = sealed_events(cast)
    prune()
    (other,) = search_events(cast, 1)
    seal()
    tampering.add(event.pk, like=other.pk)
    finding = verified().finding
    assert finding is not None
    assert (finding.kind, finding.row_id) == ("added", event.pk)


def test_rows_that_were_altered_are_not_pruned_away(cast: Cast) -> None:
    (event, *_) = events = sealed_events(cast)
    tampering.alter(event.pk)
    with pytest.raises(SealBroken, match=f"id {event.pk}"):
        prune()
    assert len(left(events)) == 3


def test_without_a_key_nothing_is_pruned(cast: Cast) -> None:
    sealed_events(cast)
    public = Keyring(None, KEYS.trusted)
    with pytest.raises(SealKeyMissing):
        list(pruning.prune(public, TOMORROW))


def test_a_pruning_is_sealed_itself(cast: Cast) -> None:
    sealed_events(cast)
    prune()
    seal()
    assert value("SELECT count(*) FROM audit_seal_entries WHERE stream = 'audit_prunings'") > 0
    assert newest_checkpoint() > 0
    assert verified().is_sound


class StoppedError(Exception):
    """Stands for whatever ends a pruning half way."""


def test_a_pruning_that_was_stopped_goes_on(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEAL_SEGMENT_ROWS", 4)
    events = search_events(cast, 10)
    seal()
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    steps: Iterator[Any] = pruning.prune(KEYS, TOMORROW)
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert 0 < len(left(events)) < 10
    assert verified().is_sound
    prune()
    assert left(events) == []
    assert verified().is_sound


def command(*options: str) -> dict[str, Any]:
    """Run the command and return what it printed."""
    out = StringIO()
    call_command("prune_audit", "--json", *options, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let rows of today be old enough, and return the day after tomorrow."""
    monkeypatch.setattr(limits, "PRUNE_AGE_MIN", timedelta(days=-3))
    return f"{TOMORROW + timedelta(days=1):%Y-%m-%d}"


def test_the_command_tells_what_would_go_and_removes_nothing(cast: Cast, later: str) -> None:
    events = sealed_events(cast)
    told = command("--before", later, "--dry-run")
    assert (told["dry_run"], told["pruned"][EVENTS] >= 3) == (True, True)
    assert len(left(events)) == 3


def test_the_command_prunes_what_is_older_than_a_date(cast: Cast, later: str) -> None:
    events = sealed_events(cast)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert command("--before", later)["pruned"][EVENTS] >= 3
    assert left(events) == []


def test_rows_that_an_open_run_may_need_are_too_young_to_go(cast: Cast) -> None:
    events = sealed_events(cast)
    with pytest.raises(CommandError, match="a day old"):
        command("--before", f"{TOMORROW:%Y-%m-%d}")
    assert len(left(events)) == 3


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", ""])
def test_the_command_refuses_what_is_no_date(db: None, day: str) -> None:
    assert db is None
    with pytest.raises(CommandError):
        command("--before", day)
