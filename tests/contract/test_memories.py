"""A memory is as private as everything it was formed from, and so is what is built on it, however long the chain."""

import pytest

from conversation_search.models import Conversation, Memory, Run
from tests.cast import Cast
from tests.contract.asking import class_of, delete, edit, is_withheld, list_members, mark_agent, may_show
from tests.contract.worlds import allowed_audiences
from tests.database import row, value
from tests.factories import MemoryFactory, MessageFactory, ReplyFactory
from tests.linked import Twofold, revoke

NOWHERE = 1 << 50
ALLOWED = "SELECT mesh_memories_allowed(%(agent_id)s::bigint, %(ids)s::bigint[], %(allowed)s::bigint[])"
STATE = "SELECT body, withheld_at IS NOT NULL, deleted_at IS NOT NULL FROM memories WHERE id = %(id)s::bigint"


def may_recall(run: Run, *memories: Memory) -> bool:
    """Tell whether the authority lets a run be shown these memories now, all together."""
    ids = [memory.pk for memory in memories]
    allowed = sorted(allowed_audiences(run.pk))
    answer: bool = value(ALLOWED, agent_id=run.runtime_agent_id, ids=ids, allowed=allowed)
    return answer


def _remembered(room: Conversation, **built_on: object) -> Memory:
    return MemoryFactory.create(run__conversation=room, conversation=room, **built_on)


def test_a_memory_of_a_public_channel_is_shown_to_colleagues(cast: Cast) -> None:
    memory = _remembered(cast.launch, sources=[cast.says(cast.ana, cast.launch, "hello")])
    assert may_recall(cast.asks(cast.cleo, cast.dm_cleo), memory)


@pytest.mark.lineage
def test_a_memory_formed_from_a_dm_stays_out_of_every_other_room(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    memory = _remembered(cast.launch, sources=[secret])
    assert may_recall(cast.asks(cast.ana, cast.dm_ana), memory)
    for person, room in ((cast.ben, cast.dm_ben), (cast.ana, cast.launch), (cast.otto, cast.dm_otto)):
        assert not may_recall(cast.asks(person, room), memory)


@pytest.mark.privacy
def test_a_memory_formed_in_a_dm_is_for_that_person_alone(cast: Cast) -> None:
    memory = _remembered(cast.dm_ana, sources=[cast.says(cast.ana, cast.launch, "hello")])
    assert not may_recall(cast.asks(cast.ben, cast.dm_ben), memory)


@pytest.mark.lineage
def test_a_reply_on_a_memory_on_a_memory_on_a_dm_never_reaches_a_wider_room(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    first = _remembered(cast.launch, sources=[secret])
    second = _remembered(cast.launch, memories=[first])
    reply = ReplyFactory.create(conversation=cast.launch, memories=[second])
    third = _remembered(cast.launch, sources=[reply])
    run = cast.asks(cast.ben, cast.launch)
    assert not may_show(run, reply)
    assert not may_recall(run, third)
    assert secret.evidence.audience_id in (class_of(reply) or set())


@pytest.mark.lineage
def test_the_message_that_was_answered_counts_as_a_source(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    assert not may_recall(cast.asks(cast.ben, cast.launch), _remembered(cast.launch, answered=secret))


@pytest.mark.lineage
@pytest.mark.parametrize("gap", ["missing_ids", "missing_memory_ids", "no evidence", "another agent's"])
def test_a_gap_in_what_a_memory_was_formed_from_denies(cast: Cast, gap: str) -> None:
    foreign = _remembered(Cast.assemble().launch)
    unknown = MessageFactory.create(conversation=cast.launch, evidence=False)
    built_on: dict[str, dict[str, object]] = {
        "no evidence": {"sources": [unknown]},
        "another agent's": {"memories": [foreign]},
    }
    memory = _remembered(cast.launch, **built_on.get(gap, {gap: [NOWHERE]}))
    run = cast.asks(cast.ben, cast.launch)
    assert not may_recall(run, memory)
    assert not may_show(run, ReplyFactory.create(conversation=cast.launch, memories=[memory]))


@pytest.mark.lineage
def test_a_dangling_memory_denies_even_where_the_class_was_written_wrong(cast: Cast) -> None:
    own = cast.says(cast.ana, cast.launch, "hello").evidence
    memory = Memory.objects.create(
        runtime_agent=cast.agent,
        run=cast.asks(cast.ana, cast.launch),
        conversation=cast.launch,
        body="x",
        remembered_at=own.sent_at,
        history_message_ids=[],
        memory_ids=[NOWHERE],
        audience_id=own.audience_id,
        disclosure_class_id=own.disclosure_class_id,
    )
    assert not may_recall(cast.asks(cast.ben, cast.launch), memory)


def test_a_room_that_nobody_listed_forms_memories_that_nobody_is_shown(cast: Cast) -> None:
    room = Conversation.objects.create(
        runtime_agent=cast.agent, connector=cast.slack, external_thread_id="unlisted", kind="group_direct"
    )
    memory = _remembered(room)
    assert (memory.audience_id, memory.disclosure_class_id) == (None, None)
    assert not may_recall(cast.asks(cast.ana, room), memory)


@pytest.mark.lineage
def test_an_edit_narrows_the_memories_of_it_and_what_was_built_on_those(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "a plan of two")
    memory = _remembered(cast.board, sources=[said])
    reply = ReplyFactory.create(conversation=cast.board, memories=[memory])
    run = cast.asks(cast.ben, cast.dm_ben)
    assert may_recall(run, memory)
    list_members(cast.board.pk, "ana")
    edit(said)
    assert not may_recall(run, memory)
    assert not may_show(run, reply)


@pytest.mark.lineage
def test_marking_an_account_taints_the_memories_of_what_it_said(cast: Cast) -> None:
    memory = _remembered(cast.launch, sources=[cast.says(cast.ana, cast.launch, "hello")])
    chained = _remembered(cast.launch, memories=[memory])
    mark_agent(cast.ana.pk)
    run = cast.asks(cast.ben, cast.launch)
    assert not may_recall(run, memory)
    assert not may_recall(run, chained)
    assert Memory.objects.get(pk=chained.pk).disclosure_class_id is None


@pytest.mark.lineage
def test_a_memory_of_something_deleted_is_withheld_at_once_and_what_was_built_on_it_is_not(
    cast: Cast,
) -> None:
    gone, kept = (cast.says(cast.ana, cast.launch, body) for body in ("gone", "kept"))
    memory = _remembered(cast.launch, sources=[gone, kept])
    deeper = _remembered(cast.launch, memories=[memory])
    delete(gone)
    run = cast.asks(cast.ben, cast.launch)
    assert not may_recall(run, memory)
    assert may_recall(run, deeper)
    assert row(STATE, id=memory.pk) == (memory.body, True, False)


def test_a_memory_dies_with_the_last_of_what_it_was_formed_from(cast: Cast) -> None:
    sources = [cast.says(cast.ana, cast.launch, body) for body in ("one", "two")]
    answered = cast.says(cast.ana, cast.launch, "three")
    memory = _remembered(cast.launch, sources=sources, answered=answered)
    for source in sources:
        delete(source)
    assert row(STATE, id=memory.pk)[2] is False
    delete(answered)
    assert row(STATE, id=memory.pk) == ("", True, True)


def test_what_was_built_on_a_memory_that_died_is_withheld_and_dies_with_it(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "one")
    memory = _remembered(cast.launch, sources=[said])
    reply = ReplyFactory.create(conversation=cast.launch, memories=[memory])
    child = _remembered(cast.launch, memories=[memory])
    mixed = _remembered(cast.launch, memories=[memory], sources=[cast.says(cast.ana, cast.launch, "two")])
    delete(said)
    assert [row(STATE, id=one.pk)[1:] for one in (memory, child, mixed)] == [
        (True, True),
        (True, True),
        (True, False),
    ]
    assert is_withheld(reply)


@pytest.mark.privacy
def test_a_memory_follows_its_person_while_the_proof_counts(cast: Cast) -> None:
    both = Twofold.of(cast)
    memory = _remembered(cast.dm_ana, sources=[both.secret()])
    link = both.link()
    run = both.asks_there()
    assert may_recall(run, memory)
    revoke(link)
    assert not may_recall(run, memory)


def test_at_most_501_memories_are_vouched_for_at_once(cast: Cast) -> None:
    memory = _remembered(cast.launch)
    run = cast.asks(cast.ben, cast.launch)
    assert (may_recall(run, *[memory] * 501), may_recall(run, *[memory] * 502)) == (True, False)


def test_a_memory_with_too_long_a_lineage_is_not_shown(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "again and again")
    run = cast.asks(cast.ben, cast.launch)
    fits, beyond = (_remembered(cast.launch, sources=[said] * count) for count in (500, 501))
    assert (may_recall(run, fits), may_recall(run, beyond)) == (True, False)
    assert not may_recall(run, _remembered(cast.launch, memories=[fits] * 501))
