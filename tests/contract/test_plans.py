"""The rule is a function with one definition, and costs as if it were written out where it is used."""

import json
from typing import Any

from tests.cast import Cast
from tests.database import column, execute, value

MANY_AUDIENCES = """
INSERT INTO audiences (
    runtime_agent_id, connector_id, conversation_id, kind, visibility, readers, externally_shared, restricted,
    explicit, fingerprint
)
SELECT
    conversation.runtime_agent_id, conversation.connector_id, conversation.id, conversation.kind, 'members',
    ARRAY['ana', 'ben', 'reader-' || number], false, false, false, convert_to('many ' || number, 'UTF8')
FROM conversations AS conversation, generate_series(1, %(count)s::integer) AS number
WHERE conversation.id = %(conversation_id)s::bigint
"""
EXPLAIN = "EXPLAIN (VERBOSE, FORMAT JSON) SELECT * FROM mesh_allowed_audiences(%(run_id)s::bigint)"


def _plan(cast: Cast) -> str:
    return json.dumps(value(EXPLAIN, run_id=cast.asks(cast.ana, cast.board).pk))


def test_the_rule_is_inlined_where_audiences_are_filtered(cast: Cast) -> None:
    plan = _plan(cast)
    assert "joiners_read_history" in plan
    assert "mesh_audience_allows" not in plan
    assert "mesh_audience_known" not in plan


def test_the_lineage_predicate_is_inlined_where_classes_are_filtered(cast: Cast) -> None:
    explained: list[Any] = column(
        "EXPLAIN (VERBOSE) SELECT * FROM mesh_allowed_classes(%(agent_id)s::bigint, ARRAY[1, 2]::bigint[])",
        agent_id=cast.agent.pk,
    )
    assert "mesh_lineage_allows" not in "\n".join(explained)
    assert "<@" in "\n".join(explained)


def test_two_thousand_audiences_are_filtered_without_a_call_each(cast: Cast) -> None:
    execute(MANY_AUDIENCES, conversation_id=cast.board.pk, count=2_000)
    execute("ANALYZE audiences")
    run = cast.asks(cast.ana, cast.board)
    assert len(column("SELECT * FROM mesh_allowed_audiences(%(run_id)s::bigint)", run_id=run.pk)) == 2_000
    assert "mesh_audience_allows" not in _plan(cast)
