"""The statements that find and mend search documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from conversation_search import limits
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent."""

    id: int
    slug: str


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One message and what is wrong with its documents: missing, stale, orphan, plain, or nothing."""

    message_event_id: int
    defect: str | None


@dataclass(frozen=True, slots=True)
class LockedRow:
    """One row that is held still."""

    id: int


@dataclass(frozen=True, slots=True)
class IndexedRow:
    """One message whose documents were built."""

    nothing: str


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """Where an unfinished rebuild stopped."""

    last_message_id: int


@dataclass(frozen=True, slots=True)
class MessageCountRow:
    """How many messages are left to look at."""

    messages: int


@dataclass(frozen=True, slots=True)
class IndexHealthRow:
    """What is wrong with the documents of one agent's newest messages, and since when some are missing."""

    slug: str
    messages: int
    missing: int
    stale: int
    orphan: int
    plain: int
    behind_since: datetime | None
    is_unfinished: bool


LIST_AGENTS = Statement("list_agents", AgentRow)
JUDGE_DOCUMENTS = Statement("judge_documents", JudgedRow)
LOCK_MESSAGES = Statement("lock_messages_for_indexing", LockedRow)
LOCK_EVIDENCE = Statement("lock_evidence_for_indexing", LockedRow)
INDEX_MESSAGES = Statement("index_messages", IndexedRow)
FIND_PROGRESS = Statement("find_indexing_progress", ProgressRow)
SAVE_PROGRESS = Statement("save_indexing_progress", Done)
COUNT_MESSAGES = Statement("count_messages_after", MessageCountRow)
LIST_INDEX_HEALTH = Statement("list_index_health", IndexHealthRow, planned_each_time=True)


def agents(slug: str | None) -> list[AgentRow]:
    """Return every agent, or the one of this slug, if any."""
    return LIST_AGENTS.all(slug=slug)


def judge(runtime_agent_id: int, after_message_id: int) -> list[JudgedRow]:
    """Return the verdict on the next batch of messages; empty at the end."""
    return JUDGE_DOCUMENTS.all(
        runtime_agent_id=runtime_agent_id, after_message_id=after_message_id, batch=limits.INDEXING_BATCH
    )


def index(message_ids: Sequence[int]) -> None:
    """Build the documents of these messages, which no one else changes meanwhile; needs a transaction."""
    LOCK_MESSAGES.all(message_ids=list(message_ids))
    LOCK_EVIDENCE.all(message_ids=list(message_ids))
    INDEX_MESSAGES.all(message_ids=list(message_ids))


def progress(runtime_agent_id: int) -> int:
    """Return the id after which an unfinished rebuild goes on; 0 for a new one."""
    row = FIND_PROGRESS.first(runtime_agent_id=runtime_agent_id)
    return row.last_message_id if row else 0


def save_progress(runtime_agent_id: int, last_message_id: int, *, is_finished: bool) -> None:
    """Remember how far a rebuild has come."""
    SAVE_PROGRESS.run(
        runtime_agent_id=runtime_agent_id, last_message_id=last_message_id, is_finished=is_finished
    )


def count_messages(runtime_agent_id: int, after_message_id: int) -> int:
    """Return how many messages of the agent come after this one."""
    return COUNT_MESSAGES.one(runtime_agent_id=runtime_agent_id, after_message_id=after_message_id).messages


def index_health(after_slug: str, runtime_agent_id: int | None, agents: int) -> list[IndexHealthRow]:
    """Return the health of agents after a slug, or of one agent, at most so many."""
    return LIST_INDEX_HEALTH.all(
        after_slug=after_slug,
        runtime_agent_id=runtime_agent_id,
        agents=agents,
        sample=limits.INDEX_HEALTH_MESSAGES,
    )
