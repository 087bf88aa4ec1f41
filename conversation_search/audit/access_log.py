"""Who looked at what: written before an operator is answered, or nothing is told."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from conversation_search.errors import AuditUnavailable
from conversation_search.managers import explaining
from conversation_search.managers.transactions import StatementError


@dataclass(frozen=True, slots=True)
class Who:
    """The one who looks: the first characters of an API key, or the name of a user."""

    kind: Literal["api_key", "user"]
    name: str


def record(
    runtime_agent_id: int,
    who: Who,
    action: str,
    ids: Mapping[str, int],
    filters: Mapping[str, object] | None = None,
) -> None:
    """Write down one look; raises AuditUnavailable, upon which nothing may be told."""
    try:
        explaining.add_access(runtime_agent_id, (who.kind, who.name), action, filters or {}, ids)
    except StatementError as error:
        raise AuditUnavailable("The access could not be written down, so it was refused.") from error
