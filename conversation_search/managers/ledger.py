"""The ledger: what a run has been shown, and whether it may still be disclosed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search import limits
from conversation_search.errors import DeniedMemory, DeniedMessage, DeniedToolResult
from conversation_search.managers.history import WindowMessage
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One message that a run has been shown, and where."""

    message_event_id: int
    source: str
    tool_call_id: int | None
    hit_rank: int | None
    place: int


@dataclass(frozen=True, slots=True)
class JudgementRow:
    """The verdict on a whole ledger; the two lists of what was denied run in parallel."""

    deliverable: bool
    denied_ids: list[int]
    denied_rules: list[str]
    message_ids: list[int]
    denied_memory_ids: list[int]
    denied_memory_rules: list[str]
    memory_ids: list[int]
    denied_tool_result_ids: list[int]
    denied_tool_result_rules: list[str]
    tool_result_ids: list[int]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a reply built on everything the run was shown may be sent now, and what stands against it."""

    deliverable: bool
    denied: tuple[DeniedMessage, ...]
    """Empty although the whole is not deliverable when only the sum is too much."""
    message_ids: tuple[int, ...]
    """The whole ledger, in id order."""
    denied_memories: tuple[DeniedMemory, ...] = ()
    memory_ids: tuple[int, ...] = ()
    """Every memory that the run was shown, in id order."""
    denied_tool_results: tuple[DeniedToolResult, ...] = ()
    tool_result_ids: tuple[int, ...] = ()
    """Every text of an external tool that the run was given, in id order."""


ADD_WINDOW_ENTRIES: Final = Statement("add_window_entries", Done)
LIST_LEDGER: Final = Statement("list_ledger", LedgerRow)
JUDGE_LEDGER: Final = Statement("judge_ledger", JudgementRow)


def add_window(runtime_agent_id: int, run_id: int, window: Sequence[WindowMessage]) -> None:
    """Put a history window on the ledger of its run."""
    ADD_WINDOW_ENTRIES.run(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        message_ids=[message.message_event_id for message in window],
        revisions=[message.revision for message in window],
    )


def list_ledger(runtime_agent_id: int, run_id: int) -> list[LedgerRow]:
    """Return everything that a run has been shown, in the order in which it was."""
    return LIST_LEDGER.all(runtime_agent_id=runtime_agent_id, run_id=run_id)


def judge_ledger(runtime_agent_id: int, run_id: int) -> Judgement:
    """Judge the whole ledger and the message being answered, in one statement."""
    row = JUDGE_LEDGER.one(
        runtime_agent_id=runtime_agent_id, run_id=run_id, most_history_ids=limits.HISTORY_MESSAGE_IDS
    )
    return Judgement(
        deliverable=row.deliverable,
        denied=tuple(map(DeniedMessage, row.denied_ids, row.denied_rules)),
        message_ids=tuple(row.message_ids),
        denied_memories=tuple(map(DeniedMemory, row.denied_memory_ids, row.denied_memory_rules)),
        memory_ids=tuple(row.memory_ids),
        denied_tool_results=tuple(
            map(DeniedToolResult, row.denied_tool_result_ids, row.denied_tool_result_rules)
        ),
        tool_result_ids=tuple(row.tool_result_ids),
    )
