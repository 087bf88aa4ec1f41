"""Why a message is kept out of a run, what was built on it, and who looked. Ids and rules, never text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class FactsRow:
    """Rule by rule, what is true of a message in a run at this moment, and the first rule that excludes it."""

    as_of: datetime
    is_deleted: bool
    is_expired: bool
    already_in_context: bool
    has_evidence: bool
    audience_allowed: bool
    lineage_allowed: bool
    rule: str | None


@dataclass(frozen=True, slots=True)
class DeniedSourceRow:
    """Something that a parent was built on directly, and why it is denied; kinds are message, memory, tool_result."""

    parent_kind: str
    parent_id: int
    kind: str
    id: int
    reason: str


@dataclass(frozen=True, slots=True)
class UseRow:
    """A reply (`message`) or memory that was built on a message, and the audience it was given; None when unknown."""

    kind: str
    id: int
    is_direct: bool
    visibility: str | None
    audience_kind: str | None
    readers: list[str] | None
    namespace: str | None
    external_thread_id: str | None


@dataclass(frozen=True, slots=True)
class SelectingSearch:
    """A search that showed a message: as a hit, or beside one."""

    search_id: int
    is_hit: bool


EXPLAIN_MESSAGE: Final = Statement("explain_message", FactsRow)
FIND_DENIED_SOURCES: Final = Statement("find_denied_sources", DeniedSourceRow)
FIND_MESSAGE: Final = Statement("find_message", RowId)
LIST_USES: Final = Statement("list_uses", UseRow)
LIST_SELECTING_SEARCHES: Final = Statement("list_selecting_searches", SelectingSearch)
ADD_ACCESS: Final = Statement("add_access", RowId)


def explain_message(runtime_agent_id: int, run_id: int, message_id: int) -> FactsRow | None:
    """Return what is true of a message in a run now; None when this agent has no such run or message."""
    return EXPLAIN_MESSAGE.first(runtime_agent_id=runtime_agent_id, run_id=run_id, message_id=message_id)


def denied_sources(
    runtime_agent_id: int, run_id: int, message_ids: Sequence[int], memory_ids: Sequence[int]
) -> list[DeniedSourceRow]:
    """Return what is denied of that which these were built on directly."""
    return FIND_DENIED_SOURCES.all(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        message_ids=list(message_ids),
        memory_ids=list(memory_ids),
    )


def has_message(runtime_agent_id: int, message_id: int) -> bool:
    """Tell whether this agent has such a message."""
    return FIND_MESSAGE.first(runtime_agent_id=runtime_agent_id, message_id=message_id) is not None


def list_uses(runtime_agent_id: int, message_id: int, limit: int) -> list[UseRow]:
    """Return what was built on a message, directly and down the chain."""
    return LIST_USES.all(runtime_agent_id=runtime_agent_id, message_id=message_id, limit=limit)


def selecting_searches(runtime_agent_id: int, message_id: int, limit: int) -> list[SelectingSearch]:
    """Return the searches that showed a message."""
    return LIST_SELECTING_SEARCHES.all(runtime_agent_id=runtime_agent_id, message_id=message_id, limit=limit)


def add_access(
    runtime_agent_id: int,
    who: tuple[str, str],
    action: str,
    filters: Mapping[str, object],
    ids: Mapping[str, int],
) -> None:
    """Write down one look: who (kind and name), at what, by which ids."""
    who_kind, name = who
    ADD_ACCESS.one(
        runtime_agent_id=runtime_agent_id,
        who_kind=who_kind,
        who=name,
        action=action,
        filters=json.dumps(filters),
        ids=json.dumps(ids),
    )
