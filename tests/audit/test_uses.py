"""The uses of a message: the searches that showed it, and what was built on it, however far down."""

import pytest

from conversation_search import limits
from conversation_search.audit.access_log import Who
from conversation_search.audit.uses import Uses, uses
from conversation_search.errors import NotFound
from conversation_search.models import AccessLogEntry, MessageEvent
from tests.cast import Cast
from tests.factories import MemoryFactory, MessageFactory, ReplyFactory
from tests.search.asking import ask

ANYONE = Who("user", "auditor")


def _uses(message: MessageEvent) -> Uses:
    return uses(message.runtime_agent_id, message.pk, ANYONE)


def test_what_was_built_on_a_message_is_listed_directly_and_down_the_chain(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    answer = ReplyFactory.create(conversation=cast.launch, answered=said)
    memory = MemoryFactory.create(run__conversation=cast.board, conversation=cast.board, sources=[answer])
    last = ReplyFactory.create(conversation=cast.dm_ana, memories=[memory])
    found = _uses(said)
    assert {(one.kind, one.id, one.is_direct) for one in found.built} == {
        ("message", answer.pk, True),
        ("memory", memory.pk, False),
        ("message", last.pk, False),
    }
    assert {(one.external_thread_id, one.readers) for one in found.audiences} == {
        ("launch", None),
        ("board", ("ana", "ben")),
        ("dm-ana", ("ana",)),
    }


def test_the_searches_that_showed_it_are_listed_as_hit_or_beside_one(cast: Cast) -> None:
    hit = cast.says(cast.ana, cast.launch, "the migration is on friday")
    beside = cast.says(cast.ben, cast.launch, "fine")
    ask(cast.asks(cast.cleo, cast.dm_cleo))
    ask(cast.asks(cast.cleo, cast.dm_cleo), "nothing like it")
    (of_hit,), (of_beside,) = _uses(hit).searches, _uses(beside).searches
    assert (of_hit.is_hit, of_beside.is_hit) == (True, False)
    assert of_hit.search_id == of_beside.search_id


def test_a_list_that_is_cut_says_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    replies = [ReplyFactory.create(conversation=cast.launch, sources=[said]) for _ in range(2)]
    assert (len(_uses(said).built), _uses(said).is_complete, limits.USES_LISTED) == (2, True, 1_000)
    monkeypatch.setattr(limits, "USES_LISTED", 1)
    assert ([one.id for one in _uses(said).built], _uses(said).is_complete) == ([replies[0].pk], False)


def test_another_agents_message_is_not_found_and_the_look_is_written_down(cast: Cast) -> None:
    foreign = MessageFactory.create()
    with pytest.raises(NotFound):
        uses(cast.agent.pk, foreign.pk, ANYONE)
    assert AccessLogEntry.objects.get(runtime_agent=cast.agent).ids == {"message": foreign.pk}
