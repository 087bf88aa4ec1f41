"""A run of retention deletes what has expired, in batches that can be stopped, and never what must be kept."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from itertools import islice
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from conversation_search import limits
from conversation_search.managers import messages as deletion
from conversation_search.managers import retention, retention_runs
from conversation_search.models import MessageEvent, RetentionRunEvent
from conversation_search.retention import applying
from conversation_search.retention.applying import Step
from tests.cast import Cast
from tests.contract.asking import delete, is_withheld, may_show
from tests.database import value
from tests.factories import HoldFactory, ReplyFactory
from tests.factories.holds import release
from tests.factories.policies import set_policy
from tests.retention.test_expiry import said


def applied(cast: Cast) -> Step:
    """Run it to its end."""
    return sum(applying.apply(cast.agent.pk, uuid4()), Step())


def command(cast: Cast, *flags: str) -> dict[str, int]:
    """Run the command for the cast's agent and return what it counted."""
    out = StringIO()
    call_command("apply_retention", "--agent", cast.agent.slug, "--json", *flags, stdout=out)
    found: dict[str, int] = json.loads(out.getvalue())[cast.agent.slug]
    return found


def texts(*stored: MessageEvent) -> list[tuple[str, bool]]:
    """Return what is left of messages: their text, and whether they are deleted."""
    found = MessageEvent.objects.in_bulk([message.pk for message in stored])
    return [(found[one.pk].body, found[one.pk].deleted_at is not None) for one in stored]


def keep_a_month(cast: Cast) -> None:
    """Let what is older than 30 days expire, everywhere."""
    set_policy(30, runtime_agent=cast.agent)


def test_a_run_deletes_what_has_expired_and_nothing_else(cast: Cast) -> None:
    old, new = said(cast, 31), said(cast, 29)
    reply = ReplyFactory.create(conversation=cast.launch, sources=[old], sent_at=new.sent_at)
    keep_a_month(cast)
    assert applied(cast) == Step(deleted=1)
    assert texts(old, new) == [("", True), ("the plum migration", False)]
    assert is_withheld(reply)


def test_without_a_policy_a_run_deletes_nothing(cast: Cast) -> None:
    old = said(cast, 5000)
    assert applied(cast) == Step()
    assert texts(old) == [("the plum migration", False)]


def test_what_is_held_and_expired_is_hidden_and_kept_and_purged_after_the_release(cast: Cast) -> None:
    old = said(cast, 31)
    hold = HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    keep_a_month(cast)
    assert applied(cast) == Step(kept=1)
    assert texts(old) == [("the plum migration", True)]
    assert not may_show(cast.asks(cast.ana, cast.launch), old)
    release(hold)
    assert applied(cast) == Step(purged=1)
    assert texts(old) == [("", True)]


def test_what_a_legal_minimum_keeps_is_purged_when_it_is_over(cast: Cast) -> None:
    old, older = said(cast, 31), said(cast, 91)
    keep_a_month(cast)
    set_policy(90, "legal_minimum", runtime_agent=cast.agent)
    assert applied(cast) == Step(deleted=1, kept=1)
    assert texts(old, older) == [("the plum migration", True), ("", True)]


def test_a_deletion_that_a_hold_kept_is_purged_by_the_run_after_the_release(cast: Cast) -> None:
    message = said(cast, 1)
    hold = HoldFactory.create(runtime_agent=cast.agent)
    delete(message)
    assert applied(cast) == Step()
    release(hold)
    assert (applied(cast), texts(message)) == (Step(purged=1), [("", True)])


def test_a_run_goes_through_a_room_in_batches(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 2)
    stored = [said(cast, 40 + number) for number in range(5)]
    keep_a_month(cast)
    assert [step.deleted for step in applying.apply(cast.agent.pk, uuid4())] == [2, 2, 1]
    assert texts(*stored) == [("", True)] * 5


def test_a_run_looks_at_every_room_however_many_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETENTION_ROOMS", 1)
    for room in (cast.launch, cast.shared, cast.board):
        said(cast, 31, room=room)
    keep_a_month(cast)
    assert applied(cast) == Step(deleted=3)


def test_a_run_that_was_stopped_is_resumed_by_the_next(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 1)
    stored = [said(cast, 40 + number) for number in range(3)]
    keep_a_month(cast)
    assert list(islice(applying.apply(cast.agent.pk, uuid4()), 1)) == [Step(deleted=1)]
    assert min(texts(*stored)) == ("", True)
    assert applied(cast) == Step(deleted=2)


def test_a_policy_that_is_lengthened_while_a_run_is_at_work_counts_for_its_next_batch(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 1)
    for days in (50, 40):
        said(cast, days)
    keep_a_month(cast)
    steps = applying.apply(cast.agent.pk, uuid4())
    assert next(steps) == Step(deleted=1)
    set_policy(45, runtime_agent=cast.agent)
    assert list(steps) == []


def test_the_policy_is_asked_again_by_the_deletion_itself(cast: Cast) -> None:
    message = said(cast, 31)
    keep_a_month(cast)
    found = retention.lock_expired(cast.launch.pk, 10)
    set_policy(60, runtime_agent=cast.agent)
    assert (found, deletion.delete_messages(found, expired_only=True)) == ([message.pk], [])


def test_a_hold_that_is_placed_while_a_run_is_at_work_keeps_its_next_batch(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 1)
    first, second = said(cast, 50), said(cast, 40)
    keep_a_month(cast)
    steps = applying.apply(cast.agent.pk, uuid4())
    next(steps)
    HoldFactory.create(runtime_agent=cast.agent)
    assert list(steps) == [Step(kept=1)]
    assert texts(first, second) == [("", True), ("the plum migration", True)]


def test_two_runs_at_once_share_the_work(committed_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 3)
    stored = [said(committed_cast, 40 + number) for number in range(20)]
    keep_a_month(committed_cast)

    def run() -> Step:
        try:
            return applied(committed_cast)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as workers:
        first, second = workers.submit(run), workers.submit(run)
        assert first.result() + second.result() == Step(deleted=20)
    assert texts(*stored) == [("", True)] * 20


def test_a_dry_run_counts_what_a_run_does_and_changes_nothing(cast: Cast) -> None:
    stored = [said(cast, 31), said(cast, 31, room=cast.board), said(cast, 1, room=cast.shared)]
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    keep_a_month(cast)
    counted = command(cast, "--dry-run")
    assert counted == {"deleted": 1, "kept": 1, "purged": 0}
    assert [deleted for _, deleted in texts(*stored)] == [False] * 3
    assert command(cast) == counted


def test_a_run_goes_on_record_with_what_it_did(cast: Cast) -> None:
    said(cast, 31)
    keep_a_month(cast)
    command(cast, "--dry-run")
    command(cast)
    runs = retention_runs.list_runs(cast.agent.pk, 10)
    assert [(run.is_dry_run, run.deleted, run.finished_at is None) for run in runs] == [
        (False, 1, False),
        (True, 1, False),
    ]


def test_a_run_that_was_stopped_has_no_end_on_record(cast: Cast) -> None:
    said(cast, 31)
    keep_a_month(cast)
    list(islice(applying.apply(cast.agent.pk, uuid4()), 1))
    assert [run.finished_at for run in retention_runs.list_runs(cast.agent.pk, 10)] == [None]
    assert RetentionRunEvent.objects.filter(runtime_agent=cast.agent).count() == 1


def test_the_lag_tells_what_waits_since_when_and_what_is_kept(cast: Cast) -> None:
    said(cast, 35)
    said(cast, 31)
    held = said(cast, 1, room=cast.board)
    hold = HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    delete(held)
    keep_a_month(cast)
    lag = retention_runs.measure_lag(cast.agent.pk, 10)
    overdue = value("SELECT now()") - (lag.oldest_due_at or value("SELECT now()"))
    assert (lag.expired, lag.kept, lag.purgeable) == (2, 1, 0)
    assert abs(overdue - timedelta(days=5)) < timedelta(hours=1)
    release(hold)
    assert retention_runs.measure_lag(cast.agent.pk, 1).purgeable == 1
    applied(cast)
    after = retention_runs.measure_lag(cast.agent.pk, 10)
    assert (after.expired, after.oldest_due_at, after.kept, after.purgeable) == (0, None, 0, 0)


def test_an_agent_that_there_is_not_is_refused(db: None) -> None:
    assert db is None
    with pytest.raises(CommandError, match="no agent"):
        call_command("apply_retention", "--agent", "nobody")


def test_the_command_says_what_it_did_in_a_sentence(cast: Cast) -> None:
    said(cast, 31)
    keep_a_month(cast)
    out = StringIO()
    call_command("apply_retention", "--agent", cast.agent.slug, stdout=out)
    assert "1 expired messages were deleted" in out.getvalue()


def test_the_help_says_what_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("apply_retention", "--help")
    text = capsys.readouterr().out
    assert all(word in text for word in ("--dry-run", "--json", "--agent", "legal", "schedule"))
