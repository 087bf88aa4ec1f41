"""Where a message went: the searches that showed it, what was built on it, and whom that reached."""

from dataclasses import dataclass

from conversation_search import limits
from conversation_search.audit import access_log
from conversation_search.audit.access_log import Who
from conversation_search.errors import NotFound
from conversation_search.managers import explaining
from conversation_search.managers.explaining import SelectingSearch, UseRow

__all__ = ["ReachedAudience", "SelectingSearch", "UseRow", "Uses", "uses"]


@dataclass(frozen=True, slots=True)
class ReachedAudience:
    """Who could read something that was built on the message; `readers` is None where everybody of the workspace."""

    namespace: str
    external_thread_id: str
    visibility: str
    kind: str
    readers: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Uses:
    """What became of one message; `is_complete` is false where there is more than is listed."""

    searches: list[SelectingSearch]
    built: list[UseRow]
    audiences: list[ReachedAudience]
    is_complete: bool


def uses(runtime_agent_id: int, message_id: int, who: Who) -> Uses:
    """Return the uses of a message to an operator, who is written down first. Raises NotFound, AuditUnavailable."""
    access_log.record(runtime_agent_id, who, "uses", {"message": message_id})
    if not explaining.has_message(runtime_agent_id, message_id):
        raise NotFound
    most = limits.USES_LISTED
    searches = explaining.selecting_searches(runtime_agent_id, message_id, most + 1)
    built = explaining.list_uses(runtime_agent_id, message_id, most + 1)
    return Uses(
        searches[:most], built[:most], _audiences(built[:most]), max(len(searches), len(built)) <= most
    )


def _audiences(built: list[UseRow]) -> list[ReachedAudience]:
    """Return each audience once, in the order in which it is first met."""
    return list(
        dict.fromkeys(
            ReachedAudience(
                row.namespace or "",
                row.external_thread_id or "",
                row.visibility,
                row.audience_kind or "",
                None if row.readers is None else tuple(row.readers),
            )
            for row in built
            if row.visibility is not None
        )
    )
