"""Memories: stored with their lineage, read with what vouches for them, and put on the ledger of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search import limits
from conversation_search.managers.replies import ClosedLineage, Sources
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """One memory that may be shown; `is_known` when its run was shown it before."""

    memory_id: int
    remembered_at: datetime
    body: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class TracedMemory:
    """One memory of a run's trace; `part` is `shown` or `remembered`."""

    memory_id: int
    part: str


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory that is about to be stored; what it is formed from is locked and allowed."""

    run_id: int
    conversation_id: int
    body: str
    remembered_at: datetime


LOCK_MEMORIES: Final = Statement("lock_memories", RowId)
ADD_MEMORY: Final = Statement("add_memory", RowId)
READ_MEMORIES: Final = Statement("read_memories", MemoryRow)
ADD_MEMORY_ENTRIES: Final = Statement("add_memory_entries", Done)
LIST_MEMORY_TRACE: Final = Statement("list_memory_trace", TracedMemory)


def lock_memories(runtime_agent_id: int, run_id: int) -> None:
    """Hold every memory that a run was shown, in id order, until the transaction ends."""
    LOCK_MEMORIES.all(runtime_agent_id=runtime_agent_id, run_id=run_id)


def add_memory(runtime_agent_id: int, memory: NewMemory, sources: Sources, lineage: ClosedLineage) -> int:
    """Store a memory and return its id."""
    return ADD_MEMORY.one(
        runtime_agent_id=runtime_agent_id,
        run_id=memory.run_id,
        conversation_id=memory.conversation_id,
        body=memory.body,
        remembered_at=memory.remembered_at,
        answered_message_id=sources.answered_message_id,
        history_message_ids=list(sources.history_message_ids),
        memory_ids=list(sources.memory_ids),
        tool_result_ids=list(sources.tool_result_ids),
        audience_id=lineage.audience_id,
        class_id=lineage.class_id,
    ).id


def read_memories(runtime_agent_id: int, run_id: int) -> list[MemoryRow]:
    """Return the newest memories that this run may be shown now, newest first."""
    return READ_MEMORIES.all(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        wanted=limits.MEMORIES_SHOWN,
        most=limits.LEDGER_MEMORIES,
    )


def add_entries(runtime_agent_id: int, run_id: int, memory_ids: Sequence[int]) -> None:
    """Put memories that a run has not been shown before on its ledger."""
    ADD_MEMORY_ENTRIES.run(runtime_agent_id=runtime_agent_id, run_id=run_id, memory_ids=list(memory_ids))


def trace(runtime_agent_id: int, run_id: int) -> list[TracedMemory]:
    """Return the memories that a run was shown and those that it formed."""
    return LIST_MEMORY_TRACE.all(runtime_agent_id=runtime_agent_id, run_id=run_id)
