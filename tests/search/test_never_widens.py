"""Nothing ever widens: no argument, no malformed input, no failure, no limit adds a message to a result."""

from datetime import timedelta
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import (
    AuditUnavailable,
    ConversationSearchError,
    DatabaseUnavailable,
    NotFound,
    RunClosed,
    SearchTimeout,
)
from conversation_search.models import Run
from conversation_search.retrieval import selection
from conversation_search.runs.search_history import search_history
from tests.cast import Cast
from tests.contract.oracle import message_allowed
from tests.contract.transcripts import STEPS, Step, Transcript
from tests.contract.worlds import allowed_audiences
from tests.database import execute, session, value
from tests.factories import RunFactory
from tests.search.asking import (
    ask,
    asking_as,
    audit_rows,
    hit_ids,
    last_audit,
    ledger,
    request,
    shown_ids,
)
from tests.search.breaking import delay_rows, refuse_rows
from tests.search.crowd import say_all

EVERYTHING: Final = "migration edited"
"""Words of which each message of a transcript has one."""
CALLS: Final = "SELECT count(*) FROM tool_calls WHERE run_id = %(run_id)s::bigint"

MOMENTS = st.sampled_from(
    [None, "2026-03-02", "2026-03-02T09:05:00Z", "2026-03-03T00:00:00+14:00", "x", "", 5]
)
ARGUMENTS = st.fixed_dictionaries(
    {
        "query": st.sampled_from(
            [EVERYTHING, "the", '"on friday"', '"migration" edited', "heard", "!", "", None, 5]
        )
    },
    optional={
        "speaker": st.sampled_from([None, "anyone", "requester", "you", "ana", 1]),
        "after": MOMENTS,
        "before": MOMENTS,
        "limit": st.sampled_from([None, 1, 2, 20, 0, 21, 10**20, "8", 1.5]),
        "audience": st.none(),
    },
)


def eligible(transcript: Transcript, run: Run) -> set[int]:
    """Return what the oracle lets this run be shown."""
    allowed = allowed_audiences(run.pk)
    # Memories have numbers below zero there; a search finds messages.
    messages = (number for number in transcript.graph if number > 0)
    return {number for number in messages if message_allowed(transcript.graph, number, allowed)}


def runs_of(transcript: Transcript, cast_of: int) -> list[Run]:
    """Open a run in every room of a transcript."""
    requester = transcript.people[cast_of]
    return [RunFactory.create(conversation=room, requester=requester) for room in transcript.rooms]


@pytest.mark.django_db
@settings(max_examples=15, deadline=None)
@given(steps=STEPS, arguments=ARGUMENTS, person=st.integers(0, 2))
def test_whatever_is_asked_only_what_the_oracle_allows_is_shown(
    steps: list[Step], arguments: dict[str, Any], person: int
) -> None:
    transcript = Transcript.begin()
    transcript.play(steps)
    for run in runs_of(transcript, person):
        may_be_shown = eligible(transcript, run)
        try:
            result = search_history(request(run, arguments))
        except ConversationSearchError as refusal:
            assert refusal.status == 422  # noqa: PT017 - what else is refused is a defect
        else:
            assert set(shown_ids(run, result)) <= may_be_shown
        assert set(ledger(run)) <= may_be_shown
        assert last_audit(run).is_balanced


@pytest.mark.django_db
@settings(max_examples=15, deadline=None)
@given(steps=STEPS, person=st.integers(0, 2))
def test_all_that_the_oracle_allows_is_found_and_nothing_else(steps: list[Step], person: int) -> None:
    transcript = Transcript.begin()
    transcript.play(steps)
    for run in runs_of(transcript, person):
        assert set(hit_ids(run, ask(run, EVERYTHING, limit=20))) == eligible(transcript, run)


# Failures: an error, never a short or a longer list, and nothing of it is kept but the audit row.


@pytest.fixture
def run(cast: Cast) -> Run:
    """Open a run that may be shown two messages of three."""
    for body in ("migration one", "migration two"):
        cast.says(cast.ana, cast.launch, body)
    cast.says(cast.ana, cast.dm_ana, "migration three")
    return cast.asks(cast.ben, cast.dm_ben)


def failed(run: Run, kind: type[ConversationSearchError]) -> tuple[str, str | None]:
    """Search, which must fail this way and leave nothing but one audit row; return its status and refusal."""
    with pytest.raises(kind) as failure:
        ask(run, key="call-1")
    assert failure.type is kind
    assert (ledger(run), value(CALLS, run_id=run.pk), audit_rows(run)) == ([], 0, 1)
    audit = last_audit(run)
    assert (audit.selected, audit.neighbour_ids, audit.matched) == ([], [], 0)
    return audit.status, audit.refusal


def test_a_search_that_takes_too_long_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEARCH_TIMEOUT", timedelta(milliseconds=250))
    delay_rows("ledger_entries", 5)
    assert failed(run, SearchTimeout) == ("timed_out", "search_timeout")


def test_a_ledger_that_cannot_be_written_is_an_error(run: Run) -> None:
    refuse_rows("ledger_entries")
    assert failed(run, DatabaseUnavailable) == ("failed", "database_unavailable")


def test_a_tool_call_that_cannot_be_written_is_an_error(run: Run) -> None:
    refuse_rows("tool_calls")
    assert failed(run, DatabaseUnavailable) == ("failed", "database_unavailable")


def test_an_audit_row_that_cannot_be_written_refuses_the_search(run: Run) -> None:
    refuse_rows("conversation_search_events", "WHEN (NEW.status = 'ok')")
    assert failed(run, AuditUnavailable) == ("failed", "audit_unavailable")


def test_where_no_audit_row_at_all_can_be_written_nothing_is_kept(run: Run) -> None:
    refuse_rows("conversation_search_events")
    for query in ("migration", "nowhere", ""):
        with pytest.raises(AuditUnavailable):
            ask(run, query)
    assert (ledger(run), value(CALLS, run_id=run.pk), audit_rows(run)) == ([], 0, 0)


def test_a_replay_that_cannot_be_audited_is_refused(run: Run) -> None:
    ask(run, key="call-1")
    refuse_rows("conversation_search_events", "WHEN (NEW.replay_of_id IS NOT NULL)")
    with pytest.raises(AuditUnavailable):
        ask(run, key="call-1")
    assert (last_audit(run).status, last_audit(run).refusal) == ("failed", "audit_unavailable")


def test_a_defect_of_ours_is_an_error_and_audited(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(selection, "choose")
    with pytest.raises(AttributeError):
        ask(run)
    assert (last_audit(run).status, last_audit(run).refusal) == ("failed", "internal_error")
    assert ledger(run) == []


def test_after_a_failure_the_same_call_succeeds(run: Run) -> None:
    refuse_rows("ledger_entries")
    with pytest.raises(DatabaseUnavailable):
        ask(run, key="call-1")
    execute("DROP TRIGGER refuses ON ledger_entries")
    assert ask(run, key="call-1")["count"] == 2


def test_a_closed_run_is_shown_nothing(run: Run) -> None:
    execute("UPDATE runs SET closed_at = now() WHERE id = %(id)s::bigint", id=run.pk)
    assert failed(run, RunClosed) == ("refused", "run_closed")


def test_an_expired_run_is_shown_nothing(run: Run) -> None:
    execute("UPDATE runs SET expires_at = '2026-04-01T12:00Z' WHERE id = %(id)s::bigint", id=run.pk)
    assert failed(run, RunClosed) == ("refused", "run_closed")


def test_another_perspectives_run_does_not_exist(run: Run) -> None:
    other = Cast.assemble()
    with pytest.raises(NotFound):
        search_history(asking_as(run, other.agent.pk))
    assert (ledger(run), audit_rows(run)) == ([], 0)


def test_a_run_that_is_not_there_does_not_exist_however_the_call_is_refused(run: Run) -> None:
    for body, key in (({"query": "migration"}, None), ([], None), ({"query": "migration"}, "")):
        call = request(Run(pk=2**39, runtime_agent=run.runtime_agent), body, key)
        with pytest.raises(NotFound):
            search_history(call)


def test_a_search_that_waits_too_long_for_another_one_is_an_error(
    committed_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEARCH_TIMEOUT", timedelta(milliseconds=250))
    run = committed_cast.asks(committed_cast.ben, committed_cast.dm_ben)
    with session() as other:
        other.rows("SELECT 1 FROM runs WHERE id = %(id)s FOR NO KEY UPDATE", id=run.pk)
        assert failed(run, SearchTimeout) == ("timed_out", "search_timeout")


# Every limit, at its edge: what is cut off is less, never something else.


@pytest.mark.parametrize("limit", [1, 2, 8, 20])
def test_a_limit_cuts_off_the_end_of_the_order(limit: int, cast: Cast) -> None:
    say_all(cast.ana, cast.launch, [f"migration {'x ' * number}" for number in range(30)])
    say_all(cast.ana, cast.dm_ana, ["migration"] * 30)
    one, other = cast.asks(cast.ben, cast.dm_ben), cast.asks(cast.ben, cast.dm_ben)
    all_twenty = hit_ids(other, ask(other, limit=20))
    assert hit_ids(one, ask(one, limit=limit)) == all_twenty[:limit]


@pytest.mark.privacy
def test_the_ranked_pool_holds_only_what_is_eligible_however_small_it_is(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EXHAUSTIVE_MATCHES", 3)
    monkeypatch.setattr(limits, "NEWEST_COMMON_MATCHES", 4)
    say_all(cast.ana, cast.launch, [f"migration {number}" for number in range(8)])
    say_all(cast.ana, cast.dm_ana, [f"migration {number}" for number in range(50)])
    for query in ("migration", "migration 3", '"migration" 3', '"migration 3"'):
        result = ask(cast.asks(cast.ben, cast.dm_ben), query)
        assert result["count"] > 0
        assert {hit["where"] for hit in result["hits"]} == {"#launch"}
