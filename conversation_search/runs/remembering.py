"""What an agent remembers: a text formed from everything its run was shown, and shown where all of that may be."""

from datetime import datetime

from conversation_search import limits
from conversation_search.errors import InvalidArgument, TooLarge
from conversation_search.managers import memories, replies
from conversation_search.managers.memories import MemoryRow, NewMemory
from conversation_search.managers.transactions import in_transaction
from conversation_search.runs.binding import bind_run_for_writing
from conversation_search.runs.provenance import check_sources, hold_sources, sources_of
from conversation_search.text import storable

__all__ = ["MemoryRow", "recall", "remember"]


def remember(runtime_agent_id: int, run_id: int, text: str, now: datetime) -> int:
    """Store a memory of this open run and return its id.

    It is as private as everything that the run was shown, the message being answered included. Raises NotFound,
    RunClosed, InvalidArgument for an empty text, TooLarge, and DisclosureDenied when something of that may no longer
    be disclosed here.
    """
    body = _checked_body(text)
    return in_transaction(lambda: _store(runtime_agent_id, run_id, body, now))


def recall(runtime_agent_id: int, run_id: int, now: datetime) -> list[MemoryRow]:
    """Return the newest memories that may be shown in this open run, and put them on its ledger.

    At most 20, newest first; once the run was shown 100, only those again. Raises NotFound, RunClosed.
    """

    def work() -> list[MemoryRow]:
        bind_run_for_writing(runtime_agent_id, run_id, now)
        shown = memories.read_memories(runtime_agent_id, run_id)
        memories.add_entries(
            runtime_agent_id, run_id, [memory.memory_id for memory in shown if not memory.is_known]
        )
        return shown

    return in_transaction(work)


def _checked_body(text: str) -> str:
    body = storable(text)
    if not body.strip():
        raise InvalidArgument.of("text", "Send the text to remember.")
    if len(body.encode("utf-8")) > limits.MEMORY_BYTES:
        raise TooLarge(f"A memory may have {limits.MEMORY_BYTES} bytes of UTF-8.")
    return body


def _store(runtime_agent_id: int, run_id: int, body: str, now: datetime) -> int:
    run = bind_run_for_writing(runtime_agent_id, run_id, now)
    hold_sources(run)
    judgement = check_sources(run)
    sources = sources_of(run, judgement)
    lineage = replies.close_lineage(runtime_agent_id, run.conversation_id, sources)
    return memories.add_memory(
        runtime_agent_id, NewMemory(run_id, run.conversation_id, body, now), sources, lineage
    )
