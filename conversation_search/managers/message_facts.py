"""What is known of a message besides its text, and the tree of what it was built from and what was built on it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class MessageFacts:
    """One message without its text; `audience` is JSON, None without evidence."""

    message_id: int
    conversation_id: int
    namespace: str
    kind: str
    public_name: str | None
    actor_id: int
    is_by_agent: bool
    sent_at: datetime
    received_at: datetime
    edited_at: datetime | None
    deleted_at: datetime | None
    revision: int
    audience: str | None
    recorded_at: datetime | None
    withheld_at: datetime | None
    has_known_lineage: bool
    audiences_behind: int
    is_reply: bool
    sources: int


@dataclass(frozen=True, slots=True)
class LineageStep:
    """One edge: `message_id` hangs on `beside_id`, `depth` steps away from where the walk began."""

    message_id: int
    beside_id: int
    depth: int
    is_missing: bool
    is_reply: bool
    deleted_at: datetime | None
    withheld_at: datetime | None
    has_evidence: bool


LOAD_MESSAGE_FACTS: Final = Statement("load_message_facts", MessageFacts)
LIST_LINEAGE_ABOVE: Final = Statement("list_lineage_above", LineageStep)
LIST_LINEAGE_BELOW: Final = Statement("list_lineage_below", LineageStep)


def load_message_facts(agent_id: int, message_id: int) -> MessageFacts | None:
    """Return what is known of a message of this agent."""
    return LOAD_MESSAGE_FACTS.first(agent_id=agent_id, message_id=message_id)


def list_lineage_above(agent_id: int, message_id: int, depth: int, limit: int) -> list[LineageStep]:
    """Return at most `limit` edges towards sources, nearest first."""
    return LIST_LINEAGE_ABOVE.all(agent_id=agent_id, message_id=message_id, depth=depth, limit=limit)


def list_lineage_below(agent_id: int, message_id: int, depth: int, limit: int) -> list[LineageStep]:
    """Return at most `limit` edges towards replies built on it, nearest first."""
    return LIST_LINEAGE_BELOW.all(agent_id=agent_id, message_id=message_id, depth=depth, limit=limit)
