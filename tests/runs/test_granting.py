"""Text of an external tool goes to those it was granted to, and to nobody else, whatever they prove or join."""

from collections.abc import Sequence

import pytest

from conversation_search import limits
from conversation_search.errors import DisclosureDenied, InvalidArgument, NotFound, RunClosed
from conversation_search.ingest import actors
from conversation_search.models import Actor, MessageEvent, Run, ToolResult
from conversation_search.runs import granting
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import column, row
from tests.factories import (
    ActorFactory,
    ConversationFactory,
    EvidenceFactory,
    MemoryFactory,
    MessageFactory,
    ProvenanceFactory,
    ToolResultFactory,
)
from tests.ingest.said import SLACK
from tests.linked import Twofold
from tests.runs.test_remembering import recall, remember
from tests.runs.turns import NOW, answer, judge, lists

ALLOWED = "SELECT mesh_allowed_audiences(%(run_id)s::bigint)"
KEPT = "SELECT source, audience_id IS NULL FROM tool_results WHERE id = %(id)s::bigint"


def _grant(run: Run, *readers: str) -> int:
    return granting.record(run.runtime_agent_id, run.pk, "crm", readers, NOW)


def _replied(run: Run) -> MessageEvent:
    return MessageEvent.objects.get(pk=answer(run).message_id)


def test_a_reply_where_only_those_it_was_granted_to_read_is_sent(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.dm_ana)
    _grant(run, "ana", "ben")
    assert judge(run).deliverable
    reply = _replied(run)
    assert reply.provenance.tool_result_ids
    assert may_show(cast.asks(cast.ana, cast.dm_ana), reply)


@pytest.mark.parametrize(
    ("room", "readers"),
    [
        ("board", ["ana"]),
        ("launch", ["ana", "ben", "cleo"]),
        ("dm_ana", ["ben"]),
        ("dm_ana", ["mesh-agent"]),
        ("dm_ana", ["somebody"]),
    ],
)
def test_a_reply_that_others_would_read_is_refused(cast: Cast, room: str, readers: Sequence[str]) -> None:
    run = cast.asks(cast.ana, getattr(cast, room))
    result = _grant(run, *readers)
    wanted = "no_evidence" if readers == ["mesh-agent"] else "audience"
    assert [(one.tool_result_id, one.rule) for one in judge(run).denied_tool_results] == [(result, wanted)]
    with pytest.raises(DisclosureDenied) as refused:
        answer(run)
    assert refused.value.denied_tool_results == judge(run).denied_tool_results


def test_another_bot_is_a_reader_that_a_grant_may_name(cast: Cast) -> None:
    bot = ActorFactory.create(connector=cast.slack, external_id="helper", is_agent=True)
    lists(cast.board, "ana", "ben", bot.external_id)
    run = cast.asks(cast.ana, cast.board)
    _grant(run, "ana", "ben", bot.external_id)
    assert judge(run).deliverable


@pytest.mark.lineage
def test_a_reply_inherits_the_grant_and_stays_with_it(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.board)
    _grant(run, "ana", "ben")
    reply = _replied(run)
    lists(cast.board, "ana", "ben", "cleo")
    assert may_show(cast.asks(cast.ben, cast.dm_ben), reply)
    assert not may_show(cast.asks(cast.cleo, cast.board), reply)


@pytest.mark.lineage
def test_a_grant_never_follows_a_link(cast: Cast) -> None:
    both = Twofold.of(cast)
    plain, granted = (cast.asks(cast.ana, cast.dm_ana) for _ in range(2))
    _grant(granted, "ana")
    follows, stays = _replied(plain), _replied(granted)
    both.link()
    assert may_show(both.asks_there(), follows)
    assert not may_show(both.asks_there(), stays)


@pytest.mark.privacy
def test_a_grant_to_an_account_that_was_only_named_is_not_the_next_holders(cast: Cast) -> None:
    granted = cast.asks(cast.ana, cast.dm_ana)
    result = _grant(granted, "ana", "zed")
    retired = actors.retire(cast.agent.pk, SLACK, "zed")
    assert retired.generation == 2
    heir = Actor.objects.get(connector=cast.slack, external_id="zed")
    run = cast.asks(heir, ConversationFactory.create(connector=cast.slack, kind="direct", members=["zed"]))
    audience_id = ToolResult.objects.get(pk=result).audience_id
    assert audience_id not in column(ALLOWED, run_id=run.pk)


@pytest.mark.lineage
def test_a_memory_inherits_the_grant_and_so_does_what_is_built_on_it(cast: Cast) -> None:
    both = Twofold.of(cast)
    run = cast.asks(cast.ana, cast.dm_ana)
    _grant(run, "ana")
    memory = remember(run)
    assert recall(cast.asks(cast.ana, cast.dm_ana)) == [memory.pk]
    both.link()
    assert recall(both.asks_there()) == []


def test_a_grant_is_part_of_the_class_of_what_was_built_on_it(cast: Cast) -> None:
    result = ToolResultFactory.create(run=cast.asks(cast.ana, cast.dm_ana), readers=["ana"])
    memory = MemoryFactory.create(run=result.run, tool_results=[result])
    assert memory.disclosure_class is not None
    assert set(memory.disclosure_class.audience_ids) == {memory.audience_id, result.audience_id}


@pytest.mark.lineage
def test_a_dangling_grant_denies_even_where_the_class_was_written_wrong(cast: Cast) -> None:
    reply = MessageFactory.create(conversation=cast.launch, actor=cast.mesh, evidence=False)
    ProvenanceFactory.create(message_event=reply, tool_result_ids=[1 << 50])
    EvidenceFactory.create(message_event=reply)
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


def test_no_text_is_kept(cast: Cast) -> None:
    assert row(KEPT, id=_grant(cast.asks(cast.ana, cast.dm_ana), "ana")) == ("crm", False)


def test_a_run_takes_a_hundred_results(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.TOOL_RESULTS == 100
    monkeypatch.setattr(limits, "TOOL_RESULTS", 2)
    run = cast.asks(cast.ana, cast.dm_ana)
    assert len({_grant(run, "ana") for _ in range(2)}) == 2
    with pytest.raises(InvalidArgument):
        _grant(run, "ana")


def test_only_an_open_run_of_ones_own_records(cast: Cast) -> None:
    with pytest.raises(RunClosed):
        _grant(cast.asks(cast.ana, cast.dm_ana, closed_at=NOW), "ana")
    with pytest.raises(NotFound):
        granting.record(Cast.assemble().agent.pk, cast.asks(cast.ana, cast.dm_ana).pk, "crm", ["ana"], NOW)
