"""Remembering and being reminded: the ledger is what a memory is formed from, and what a reply is built on."""

from collections.abc import Callable

import pytest

from conversation_search import limits
from conversation_search.errors import DisclosureDenied, InvalidArgument, NotFound, RunClosed, TooLarge
from conversation_search.managers import memories
from conversation_search.models import Memory, MemoryProvenance, Run
from conversation_search.runs import remembering
from tests.cast import Cast
from tests.database import column
from tests.factories import MemoryFactory
from tests.runs.turns import NOW, answer, delete, edit, judge, lists, shows, shows_window

LEDGER = "SELECT memory_id FROM memory_ledger_entries WHERE run_id = %(run_id)s::bigint ORDER BY memory_id"


def remember(run: Run, text: str = "launch is on friday") -> Memory:
    """Remember something in a run."""
    return Memory.objects.get(pk=remembering.remember(run.runtime_agent_id, run.pk, text, NOW))


def recall(run: Run) -> list[int]:
    """Be reminded in a run."""
    return [memory.memory_id for memory in remembering.recall(run.runtime_agent_id, run.pk, NOW)]


def test_a_memory_is_formed_from_everything_its_run_was_shown(cast: Cast) -> None:
    inbound, said = cast.says(cast.ana, cast.launch, "when?"), cast.says(cast.ben, cast.launch, "friday")
    earlier = remember(shows(cast.asks(cast.ana, cast.launch), said))
    run = shows(cast.asks(cast.ana, cast.launch, inbound_message=inbound), said)
    assert recall(run) == [earlier.pk]
    memory = remember(run)
    assert (memory.answered_message_id, memory.history_message_ids, memory.memory_ids) == (
        inbound.pk,
        [said.pk],
        [earlier.pk],
    )


def test_a_reply_is_built_on_the_memories_its_run_was_shown(cast: Cast) -> None:
    memory = remember(cast.asks(cast.ana, cast.launch))
    run = cast.asks(cast.ben, cast.launch)
    recall(run)
    stored = answer(run)
    assert stored.memory_ids == (memory.pk,)
    assert MemoryProvenance.objects.get(pk=stored.message_id).memory_ids == [memory.pk]


def test_memories_are_shown_newest_first_and_twenty_at_most(cast: Cast) -> None:
    kept = [MemoryFactory.create(run__conversation=cast.launch).pk for _ in range(limits.MEMORIES_SHOWN + 1)]
    assert recall(cast.asks(cast.ana, cast.launch)) == kept[:0:-1]


def test_what_may_not_be_shown_is_passed_over_for_the_next(cast: Cast) -> None:
    open_ones = [remember(cast.asks(cast.ana, cast.launch)).pk for _ in range(2)]
    for _ in range(limits.MEMORIES_SHOWN):
        MemoryFactory.create(run__conversation=cast.dm_ben)
    assert recall(cast.asks(cast.ana, cast.dm_ana)) == open_ones[::-1]


def test_a_memory_is_on_the_ledger_once_however_often_it_is_shown(cast: Cast) -> None:
    memory = remember(cast.asks(cast.ana, cast.launch))
    run = cast.asks(cast.ben, cast.launch)
    assert recall(run) == recall(run) == [memory.pk]
    assert column(LEDGER, run_id=run.pk) == [memory.pk]


def test_a_ledger_holds_a_hundred_memories(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.LEDGER_MEMORIES == 100
    monkeypatch.setattr(limits, "LEDGER_MEMORIES", 3)
    run = cast.asks(cast.ana, cast.launch)
    kept = [MemoryFactory.create(run=run).pk for _ in range(2)]
    assert recall(run) == kept[::-1]
    newer = [MemoryFactory.create(run=run).pk for _ in range(2)]
    assert recall(run) == [newer[1], kept[1], kept[0]]
    assert len(column(LEDGER, run_id=run.pk)) == limits.LEDGER_MEMORIES


def test_the_memories_of_another_perspective_are_never_shown(cast: Cast) -> None:
    other = Cast.assemble()
    remember(other.asks(other.ana, other.launch))
    assert recall(cast.asks(cast.ana, cast.launch)) == []


@pytest.mark.privacy
def test_a_memory_of_a_dm_is_not_shown_in_a_public_channel_even_to_its_person(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    remember(shows(cast.asks(cast.ana, cast.dm_ana), secret))
    assert recall(cast.asks(cast.ana, cast.launch)) == []


def test_a_reply_on_a_memory_that_may_no_longer_be_shown_is_refused(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    memory = remember(shows(cast.asks(cast.ana, cast.dm_ana), said))
    run = cast.asks(cast.ana, cast.dm_ana)
    recall(run)
    assert judge(run).deliverable
    lists(cast.dm_ana, "ana", "ben")
    judgement = judge(run)
    assert [(one.memory_id, one.rule) for one in judgement.denied_memories] == [(memory.pk, "audience")]
    with pytest.raises(DisclosureDenied) as refused:
        answer(run)
    assert refused.value.denied_memories == judgement.denied_memories


def test_a_memory_of_something_deleted_is_denied_by_lineage_and_a_dead_one_as_deleted(cast: Cast) -> None:
    gone, kept = (cast.says(cast.ana, cast.launch, body) for body in ("gone", "kept"))
    both = remember(shows(cast.asks(cast.ana, cast.launch), gone, kept))
    alone = remember(shows(cast.asks(cast.ana, cast.launch), gone))
    run = cast.asks(cast.ben, cast.launch)
    recall(run)
    delete(gone)
    assert {one.memory_id: one.rule for one in judge(run).denied_memories} == {
        both.pk: "lineage",
        alone.pk: "deleted",
    }
    assert recall(cast.asks(cast.ben, cast.launch)) == []


def test_nothing_is_remembered_of_what_may_no_longer_be_disclosed(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    delete(said)
    with pytest.raises(DisclosureDenied):
        remember(run)
    assert Memory.objects.count() == 0


def test_an_edit_after_the_memory_narrows_it(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "a plan of two")
    remember(shows(cast.asks(cast.ana, cast.board), said))
    assert len(recall(cast.asks(cast.ben, cast.dm_ben))) == 1
    lists(cast.board, "ana")
    edit(said, "a plan of one")
    assert recall(cast.asks(cast.ben, cast.dm_ben)) == []


@pytest.mark.parametrize(
    ("text", "error"), [("", InvalidArgument), (" \n", InvalidArgument), ("é" * 2049, TooLarge)]
)
def test_a_memory_has_a_text_of_four_kibibytes_at_most(cast: Cast, text: str, error: type[Exception]) -> None:
    run = cast.asks(cast.ana, cast.launch)
    with pytest.raises(error):
        remember(run, text)
    assert remember(run, "é" * 2048).body == "é" * 2048


def test_what_cannot_be_stored_is_replaced(cast: Cast) -> None:
    assert remember(cast.asks(cast.ana, cast.launch), "a\x00b\ud800").body == "a\ufffdb\ufffd"


@pytest.mark.parametrize("call", [remember, recall])
def test_only_an_open_run_of_ones_own_remembers(cast: Cast, call: Callable[[Run], object]) -> None:
    with pytest.raises(RunClosed):
        call(cast.asks(cast.ana, cast.launch, closed_at=NOW))
    other = Cast.assemble()
    foreign = cast.asks(cast.ana, cast.launch)
    foreign.runtime_agent = other.agent
    with pytest.raises(NotFound):
        call(foreign)


def test_a_trace_names_what_a_run_was_shown_and_what_it_formed(cast: Cast) -> None:
    shown = remember(cast.asks(cast.ana, cast.launch))
    run = shows_window(cast.asks(cast.ana, cast.launch))
    recall(run)
    formed = remember(run)
    traced = memories.trace(cast.agent.pk, run.pk)
    assert [(one.memory_id, one.part) for one in traced] == [(formed.pk, "remembered"), (shown.pk, "shown")]
