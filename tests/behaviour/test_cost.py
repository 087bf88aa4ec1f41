"""What must stay cheap: matching by index, ranking a bounded pool, writing without stalls, an honest time-out."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import SearchTimeout
from conversation_search.indexing.rebuild import rebuild
from conversation_search.managers.statements import Statement
from conversation_search.text import storable
from tests.cast import Cast
from tests.database import column, execute, row, value
from tests.search.asking import ask, audit_rows, last_audit
from tests.search.breaking import delay_rows
from tests.search.crowd import say_all


def test_s131_a_word_of_many_matches_ranks_a_bounded_pool_and_says_so(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EXHAUSTIVE_MATCHES", 50)
    monkeypatch.setattr(limits, "NEWEST_COMMON_MATCHES", 10)
    newest = say_all(cast.ana, cast.launch, ["love"] * 200)[-10:]
    run = cast.asks(cast.ben, cast.dm_ben)
    result = ask(run, "love", limit=20)
    audit = last_audit(run)
    assert (result["count"], audit.ranking, audit.ceiling_reached) == (10, "bounded", True)
    assert [entry["message_id"] for entry in audit.selected] == newest[::-1]


def test_s132_the_plans_of_a_search_use_the_index_of_words(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    say_all(cast.ana, cast.launch, [f"line {number}" for number in range(3000)])
    execute("ANALYZE message_search_documents")
    plans: dict[str, str] = {}
    run_it = Statement.all

    def explain_and_run(statement: Statement[Any], **parameters: object) -> list[Any]:
        if statement.name == "search_messages":
            plans[statement.name] = "\n".join(column("EXPLAIN " + statement.sql, **parameters))
        return run_it(statement, **parameters)

    monkeypatch.setattr(Statement, "all", explain_and_run)
    assert ask(cast.asks(cast.ben, cast.dm_ben), "7")["count"] == 1
    assert len(plans) == 1
    for plan in plans.values():
        assert "_tsv_idx" in plan
        assert "Seq Scan on message_search_documents" not in plan


def test_s133_a_time_out_is_an_error_and_never_no_results(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.says(cast.ana, cast.launch, "stateful")
    monkeypatch.setattr(limits, "SEARCH_TIMEOUT", timedelta(milliseconds=250))
    delay_rows("tool_calls", 5)
    run = cast.asks(cast.ben, cast.dm_ben)
    with pytest.raises(SearchTimeout):
        ask(run, '"stateful"')
    assert (last_audit(run).status, audit_rows(run)) == ("timed_out", 1)


@pytest.mark.django_db
@settings(max_examples=80, deadline=None)
@given(text=st.text(max_size=60).map(storable))
def test_s133_query_and_index_follow_the_same_rules(text: str) -> None:
    clause, is_found = row(
        "SELECT mesh_search_clause(%(text)s::text)::text, mesh_search_vector(%(text)s) @@ mesh_search_clause(%(text)s)",
        text=text,
    )
    assert is_found is (clause != "")


@pytest.mark.django_db
def test_s134_the_index_of_words_has_no_pending_list_to_flush() -> None:
    options = column(
        "SELECT reloptions::text FROM pg_class "
        "WHERE relname LIKE 'message\\_search\\_documents%%tsv%%' AND relkind = 'i'"
    )
    assert options == ["{fastupdate=off}"] * 16


def test_s137_the_backfill_goes_on_by_id_from_where_it_was(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INDEXING_BATCH", 4)
    said = say_all(cast.ana, cast.launch, ["quarterly topic"] * 10)
    steps = rebuild(cast.agent.pk, repair=True)
    assert next(steps).looked_at == 4
    progress = "SELECT last_message_id FROM indexing_progress WHERE runtime_agent_id = %(id)s::bigint"
    assert value(progress, id=cast.agent.pk) == said[3]
    assert [step.looked_at for step in rebuild(cast.agent.pk, repair=True)] == [4, 2]


@pytest.mark.django_db
def test_s141_the_vector_function_catches_nothing_and_runs_in_parallel_plans() -> None:
    safe, language, source = row(
        """
        SELECT function.proparallel, language.lanname, pg_get_functiondef(function.oid)
        FROM pg_proc AS function INNER JOIN pg_language AS language ON language.oid = function.prolang
        WHERE function.oid = 'mesh_search_vector'::regproc
        """
    )
    assert (safe, language) == ("s", "sql")
    assert "EXCEPTION" not in source.upper()
    # The setting has had two names.
    execute(
        "SELECT set_config(name, 'on', true) FROM pg_settings "
        "WHERE name IN ('debug_parallel_query', 'force_parallel_mode')"
    )
    counted = "SELECT count(mesh_search_vector('word ' || number)) FROM generate_series(1, 100) AS number"
    assert value(counted) == 100
