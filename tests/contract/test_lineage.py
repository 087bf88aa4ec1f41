"""What a text was built from decides where it may go: gaps, cycles and the caps of the walk."""

import pytest

from tests.cast import Cast
from tests.contract.asking import audience_of, class_of, may_show, vouched
from tests.database import column, execute, value
from tests.factories import EvidenceFactory, MessageFactory, ProvenanceFactory, ReplyFactory

NOWHERE = 1 << 50

PREDICATE = "SELECT mesh_lineage_allows(%(lineage)s::bigint[], %(allowed)s::bigint[])"
INTERN_CLASS = "SELECT mesh_intern_class(%(agent_id)s::bigint, %(ids)s::bigint[])"
CLOSE = "SELECT mesh_close_lineage(%(agent_id)s::bigint, %(audience_id)s::bigint, %(ids)s::bigint[])"
MANY_AUDIENCES = """
INSERT INTO audiences (
    runtime_agent_id, connector_id, conversation_id, kind, visibility, readers, externally_shared, restricted,
    explicit, fingerprint
)
SELECT
    conversation.runtime_agent_id, conversation.connector_id, conversation.id, conversation.kind, 'members',
    ARRAY['reader-' || number], false, false, false, convert_to('many ' || number, 'UTF8')
FROM conversations AS conversation, generate_series(1, %(count)s::integer) AS number
WHERE conversation.id = %(conversation_id)s::bigint
RETURNING id
"""
MANY_MESSAGES = """
WITH message AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
    SELECT conversation.runtime_agent_id, conversation.id, %(actor_id)s::bigint, now(), 'one of many'
    FROM conversations AS conversation, generate_series(1, cardinality(%(audience_ids)s::bigint[]))
    WHERE conversation.id = %(conversation_id)s::bigint
    RETURNING id, runtime_agent_id, conversation_id, sent_at
), numbered AS (
    SELECT message.*, (%(audience_ids)s::bigint[])[row_number() OVER (ORDER BY message.id)] AS audience_id FROM message
)
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT
    id, runtime_agent_id, conversation_id, sent_at, audience_id,
    mesh_intern_class(runtime_agent_id, ARRAY[audience_id])
FROM numbered
RETURNING message_event_id
"""


@pytest.mark.lineage
def test_a_reply_built_on_a_dm_stays_out_of_a_public_channel_however_innocuous(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[secret], body="big news soon")
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


@pytest.mark.lineage
def test_lineage_is_walked_through_replies_on_replies(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    first = ReplyFactory.create(conversation=cast.launch, sources=[secret])
    second = ReplyFactory.create(conversation=cast.launch, sources=[first])
    third = ReplyFactory.create(conversation=cast.launch, answered=second)
    assert not may_show(cast.asks(cast.ben, cast.launch), third)
    assert class_of(third) == {audience_of(secret).pk, audience_of(first).pk}


def test_a_reply_built_on_what_everyone_may_read_is_shown(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.launch, "we are live")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source])
    assert may_show(cast.asks(cast.ben, cast.launch), reply)


@pytest.mark.lineage
def test_a_reply_built_on_a_message_without_evidence_has_no_known_lineage(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.launch, "we are live", evidence=False)
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source])
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)
    assert class_of(reply) is None


@pytest.mark.lineage
def test_evidence_that_comes_later_does_not_lift_the_taint_of_what_was_built_before(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.launch, "we are live", evidence=False)
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source])
    EvidenceFactory.create(message_event=source)
    run = cast.asks(cast.ben, cast.launch)
    assert may_show(run, source)
    assert not may_show(run, reply)


@pytest.mark.lineage
def test_a_dangling_source_denies(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, missing_ids=[NOWHERE])
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


@pytest.mark.lineage
def test_a_dangling_source_denies_even_where_the_class_was_written_wrong(cast: Cast) -> None:
    reply = MessageFactory.create(conversation=cast.launch, actor=cast.mesh, evidence=False)
    ProvenanceFactory.create(message_event=reply, history_message_ids=[NOWHERE])
    EvidenceFactory.create(message_event=reply)
    assert class_of(reply) == {audience_of(reply).pk}
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


@pytest.mark.lineage
def test_another_agents_message_is_a_missing_source(cast: Cast) -> None:
    foreign = MessageFactory.create()
    reply = ReplyFactory.create(conversation=cast.launch, missing_ids=[foreign.pk])
    assert class_of(reply) is None
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


def test_a_cycle_ends(cast: Cast) -> None:
    replies = [
        MessageFactory.create(conversation=cast.launch, actor=cast.mesh, evidence=False) for _ in range(3)
    ]
    for number, reply in enumerate(replies):
        ProvenanceFactory.create(
            message_event=reply,
            history_message_ids=[replies[number - 1].pk],
            answered_message_id=reply.pk,
        )
        EvidenceFactory.create(message_event=reply)
    assert may_show(cast.asks(cast.ben, cast.launch), *replies)


@pytest.mark.parametrize(("count", "allowed"), [(500, True), (501, True), (502, False)])
def test_at_most_501_messages_are_vouched_for_at_once(cast: Cast, count: int, *, allowed: bool) -> None:
    message = cast.says(cast.ana, cast.launch, "again and again")
    assert vouched(cast.agent.pk, [message.pk] * count, [audience_of(message).pk]) is allowed


@pytest.mark.parametrize(("count", "allowed"), [(500, True), (501, False)])
def test_at_most_500_history_messages_are_the_lineage_of_a_reply(
    cast: Cast, count: int, *, allowed: bool
) -> None:
    source = cast.says(cast.ana, cast.launch, "again and again")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source] * count, answered=source)
    after = ReplyFactory.create(conversation=cast.launch, sources=[reply])
    run = cast.asks(cast.ben, cast.launch)
    assert (may_show(run, reply), may_show(run, after)) == (allowed, allowed)
    assert (class_of(reply) is not None) is (class_of(after) is not None) is allowed


def _say_to_each(cast: Cast, audience_ids: list[int]) -> list[int]:
    """Store one message for each audience; unsearchable, for no walk reads the index and keeping it costs seconds.

    Plans made for empty tables would scan them once a row.
    """
    execute("SET LOCAL enable_seqscan = off")
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE message_events DISABLE TRIGGER message_events_index")
    execute("ALTER TABLE message_source_evidence DISABLE TRIGGER message_source_evidence_index")
    return column(
        MANY_MESSAGES, conversation_id=cast.board.pk, actor_id=cast.ana.pk, audience_ids=audience_ids
    )


def test_a_walk_visits_at_most_5000_distinct_classes(cast: Cast) -> None:
    audience_ids = column(MANY_AUDIENCES, conversation_id=cast.board.pk, count=4_990)
    *ids, one_more = _say_to_each(cast, audience_ids)
    layer = [
        ReplyFactory.create(conversation=cast.board, missing_ids=ids[start : start + 500])
        for start in range(0, len(ids), 500)
    ]
    top = ReplyFactory.create(conversation=cast.board, sources=layer)
    beyond = ReplyFactory.create(conversation=cast.board, sources=layer, missing_ids=[one_more])
    assert len(ids) + len(layer) + 1 == 5_000
    everything = [*audience_ids, audience_of(top).pk]
    assert class_of(beyond) == set(everything)
    assert [vouched(cast.agent.pk, [reply.pk], everything) for reply in (top, beyond)] == [True, False]


def test_a_long_conversation_of_one_audience_never_reaches_the_cap(cast: Cast) -> None:
    ids = _say_to_each(cast, [cast.says(cast.ana, cast.board, "hello").evidence.audience_id] * 5_001)
    layer = [
        ReplyFactory.create(conversation=cast.board, missing_ids=ids[start : start + 500])
        for start in range(0, len(ids), 500)
    ]
    assert may_show(
        cast.asks(cast.ana, cast.board), ReplyFactory.create(conversation=cast.board, sources=layer)
    )


@pytest.mark.parametrize("ids", [None, [NOWHERE], [None]])
def test_ids_that_are_unknown_are_not_vouched_for(cast: Cast, ids: list[int] | None) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    asked = ids and [message.pk, *ids]
    assert vouched(cast.agent.pk, asked, [audience_of(message).pk]) is False


@pytest.mark.parametrize("allowed", [None, [], [None], [NOWHERE, None]])
def test_without_an_allowed_audience_nothing_is_vouched_for(cast: Cast, allowed: list[int] | None) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    assert vouched(cast.agent.pk, [message.pk], allowed) is False


def test_another_agents_message_is_never_vouched_for(cast: Cast) -> None:
    foreign = MessageFactory.create()
    assert vouched(cast.agent.pk, [foreign.pk], [audience_of(foreign).pk]) is False
    assert vouched(foreign.runtime_agent_id, [foreign.pk], [audience_of(foreign).pk]) is True


def test_a_lineage_with_an_unknown_or_no_audience_is_never_closed(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.launch, "hello")
    own = audience_of(source).pk
    for audience_id, ids in ((None, [source.pk]), (own, None), (own, [None]), (own, [source.pk, None])):
        assert value(CLOSE, agent_id=cast.agent.pk, audience_id=audience_id, ids=ids) is None
    for audience_ids in (None, [], [None], [own, None]):
        assert value(INTERN_CLASS, agent_id=cast.agent.pk, ids=audience_ids) is None


@pytest.mark.django_db
@pytest.mark.parametrize("lineage", [None, [], [None], [1, None], [1, 3]])
def test_the_lineage_predicate_refuses_what_is_unknown_or_empty(lineage: list[int] | None) -> None:
    assert not value(PREDICATE, lineage=lineage, allowed=[1, 2])
    assert not value(PREDICATE, lineage=[1], allowed=lineage and lineage[1:])
    assert value(PREDICATE, lineage=[1], allowed=[1, 2])
