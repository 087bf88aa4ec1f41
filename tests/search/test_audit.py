"""The audit row: one for every search, whatever became of it, and every match accounted for."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from django.conf import settings
from django.db import Error, transaction

from conversation_search import limits
from conversation_search.errors import ConversationSearchError
from conversation_search.models import Run
from tests.cast import Cast
from tests.database import column, execute, rows
from tests.factories import ReplyFactory
from tests.search.asking import RULES, ask, audit_rows, fill_ledger, hit_ids, last_audit, shown_ids
from tests.search.crowd import say_all

WRITTEN_TOGETHER = """
SELECT xmin::text FROM conversation_search_events WHERE run_id = %(run_id)s::bigint
UNION ALL
SELECT xmin::text FROM ledger_entries WHERE run_id = %(run_id)s::bigint
UNION ALL
SELECT xmin::text FROM tool_calls WHERE run_id = %(run_id)s::bigint
"""


@pytest.fixture
def run(cast: Cast) -> Run:
    """Open a run in Ben's direct message; one message of each kind matches `migration`."""
    secret = cast.says(cast.ana, cast.dm_ana, "migration in a direct message")
    cast.says(cast.ana, cast.launch, "migration of unknown origin", evidence=False)
    ReplyFactory.create(conversation=cast.launch, sources=[secret], body="migration, laundered")
    shown = cast.says(cast.ana, cast.launch, "migration that was shown")
    for number in range(4):
        cast.says(cast.ana, cast.launch, f"migration {number}")
    opened = cast.asks(cast.ben, cast.dm_ben)
    fill_ledger(opened, [shown.pk])
    return opened


def test_every_match_is_counted_under_the_first_rule_that_removed_it(run: Run) -> None:
    result = ask(run, limit=1)
    audit = last_audit(run)
    assert result["count"] == 1
    assert audit.matched == 8
    assert audit.exclusions == {
        "already_in_context": 1,
        "no_evidence": 1,
        "audience": 1,
        "lineage": 1,
        "below_cutoff": 3,
    }


def test_a_match_that_is_shown_as_a_neighbour_counts_as_below_the_cutoff(run: Run) -> None:
    shown = shown_ids(run, ask(run, limit=1))
    audit = last_audit(run)
    assert len(audit.neighbour_ids) == len(shown) - 1 > 0
    assert audit.exclusions["below_cutoff"] == 3
    assert audit.is_balanced


def test_the_selected_are_recorded_with_every_component_of_their_score(run: Run) -> None:
    result = ask(run, limit=2)
    audit = last_audit(run)
    assert [entry["message_id"] for entry in audit.selected] == hit_ids(run, result)
    assert [entry["rank"] for entry in audit.selected] == [1, 2]
    assert [round(entry["score"], 4) for entry in audit.selected] == [hit["score"] for hit in result["hits"]]
    assert set(audit.selected[0]["components"]) >= {"lexical", "recency", "same_actor", "recent_window"}


def test_the_row_says_where_and_for_whom(run: Run, cast: Cast) -> None:
    ask(run, speaker="anyone", after="2026-01-01")
    audit = last_audit(run)
    assert (audit.requester_id, audit.destination["readers"]) == (cast.ben.pk, ["ben"])
    assert audit.filters == {"speaker": "anyone", "after": "2026-01-01T00:00:00Z", "before": None, "limit": 8}


def test_the_row_is_written_in_the_transaction_of_the_ledger_and_the_tool_call(run: Run) -> None:
    shown = ask(run)["message_ids"]
    written = column(WRITTEN_TOGETHER, run_id=run.pk)
    newest = max(written, key=written.count)
    assert written.count(newest) == len(shown) + 2
    assert len(written) == len(shown) + 3


@pytest.mark.parametrize(
    ("query", "arguments", "status", "refusal"),
    [
        ("migration", {}, "ok", None),
        ("nowhere", {}, "no_matches", None),
        ("!!!", {}, "no_matches", None),
        ("", {}, "refused", "invalid_argument"),
        (5, {}, "refused", "invalid_argument"),
        ("migration", {"limit": 0}, "refused", "invalid_argument"),
        ("migration", {"after": "tomorrow"}, "refused", "invalid_argument"),
        ("migration", {"audience": "public"}, "refused", "unknown_argument"),
    ],
)
def test_every_search_leaves_one_row(
    query: object, arguments: dict[str, Any], status: str, refusal: str | None, run: Run
) -> None:
    with pytest.raises(ConversationSearchError) if refusal else nullcontext():
        ask(run, query, **arguments)
    audit = last_audit(run)
    assert audit_rows(run) == 1
    assert (audit.status, audit.refusal, audit.is_balanced) == (status, refusal, True)


def test_a_search_of_a_closed_run_leaves_a_row(run: Run) -> None:
    execute("UPDATE runs SET closed_at = now() WHERE id = %(id)s::bigint", id=run.pk)
    with pytest.raises(ConversationSearchError):
        ask(run)
    assert (last_audit(run).status, last_audit(run).refusal) == ("refused", "run_closed")


def test_a_refused_search_keeps_the_filters_that_could_be_read(run: Run) -> None:
    execute("UPDATE runs SET closed_at = now() WHERE id = %(id)s::bigint", id=run.pk)
    with pytest.raises(ConversationSearchError):
        ask(run, limit=3)
    assert last_audit(run).filters["limit"] == 3
    assert last_audit(run).query_digest


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE conversation_search_events SET matched = 0",
        "DELETE FROM conversation_search_events",
        "TRUNCATE conversation_search_events",
    ],
)
def test_a_row_cannot_be_changed_or_removed(change: str, run: Run) -> None:
    ask(run)
    before = rows("SELECT * FROM conversation_search_events")
    with pytest.raises(Error), transaction.atomic():
        execute(change)
    assert rows("SELECT * FROM conversation_search_events") == before


# Up to the ceiling and beyond it.


@pytest.mark.parametrize("matches", [999, 1000, 1001])
def test_the_counts_are_exact_up_to_the_counting_ceiling(matches: int, cast: Cast) -> None:
    say_all(cast.ana, cast.dm_ana, ["migration"] * 300)
    say_all(cast.ana, cast.launch, ["migration"] * 200, evidence=False)
    say_all(cast.ana, cast.launch, ["migration"] * (matches - 500))
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, limit=5)
    audit = last_audit(run)
    assert (audit.matched, audit.ranking) == (matches, "exhaustive")
    assert audit.ceiling_reached is (matches > limits.COUNTING_CEILING)
    assert (audit.exclusions["audience"], audit.exclusions["no_evidence"]) == (300, 200)
    assert audit.exclusions["below_cutoff"] == matches - 505
    assert audit.is_balanced


def test_where_not_everything_was_ranked_the_row_says_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXHAUSTIVE_MATCHES", 10)
    monkeypatch.setattr(limits, "NEWEST_COMMON_MATCHES", 5)
    say_all(cast.ana, cast.launch, ["migration"] * 20)
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, limit=2)
    audit = last_audit(run)
    assert (audit.ranking, audit.ceiling_reached) == ("bounded", True)
    assert audit.exclusions["below_cutoff"] == 3
    assert audit.is_balanced


@pytest.mark.parametrize("query", ["migration", "migration plan", '"the plan" migration', "plan 7 migration"])
@pytest.mark.parametrize("limit", [1, 20])
def test_the_counts_add_up_for_any_query(query: str, limit: int, run: Run, cast: Cast) -> None:
    say_all(cast.cleo, cast.board, [f"the plan {number}" for number in range(10)])
    say_all(cast.cleo, cast.dm_cleo, [f"migration plan {number}" for number in range(10)])
    ask(run, query, limit=limit)
    audit = last_audit(run)
    assert set(audit.exclusions) == set(RULES)
    assert audit.is_balanced
    assert audit.matched > 0


# The digest that stands for the query.


def digest(run: Run, query: str) -> str:
    """Search and return the digest of the query."""
    ask(run, query)
    return last_audit(run).query_digest


def test_equal_queries_of_one_perspective_have_equal_digests(cast: Cast) -> None:
    first = digest(cast.asks(cast.ana, cast.dm_ana), "migration")
    assert re.fullmatch("[0-9a-f]{64}", first)
    assert digest(cast.asks(cast.ben, cast.launch), "migration") == first
    assert digest(cast.asks(cast.ben, cast.launch), "migrations") != first


def test_equal_queries_of_two_perspectives_have_different_digests(cast: Cast) -> None:
    other = Cast.assemble()
    assert digest(cast.asks(cast.ana, cast.launch), "migration") != digest(
        other.asks(other.ana, other.launch), "migration"
    )


def test_another_master_key_makes_other_digests(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    first = digest(cast.asks(cast.ana, cast.launch), "migration")
    monkeypatch.setattr(settings, "MESH_AGENT_MASTER_KEY", "another")
    assert digest(cast.asks(cast.ana, cast.launch), "migration") != first


def without_master_key(_: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the master key away."""
    monkeypatch.setattr(settings, "MESH_AGENT_MASTER_KEY", "")


def without_salt(cast: Cast, _: pytest.MonkeyPatch) -> None:
    """Destroy the salt of the perspective."""
    execute("UPDATE runtime_agents SET digest_salt = NULL WHERE id = %(id)s::bigint", id=cast.agent.pk)


@pytest.mark.parametrize("take_away", [without_master_key, without_salt])
def test_without_a_master_key_or_a_salt_the_digest_is_empty(
    take_away: Callable[[Cast, pytest.MonkeyPatch], None], cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_away(cast, monkeypatch)
    run = cast.asks(cast.ana, cast.launch)
    assert digest(run, "migration") == ""
    with pytest.raises(ConversationSearchError):
        ask(run, "migration", limit=0)
    assert last_audit(run).query_digest == ""
