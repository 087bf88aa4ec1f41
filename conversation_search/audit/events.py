"""The audit row of a search: what is written, and the refusal when it cannot be."""

from dataclasses import dataclass, field
from typing import Any

from conversation_search import limits
from conversation_search.audit.digest import Secrets
from conversation_search.errors import AuditUnavailable, NotFound
from conversation_search.managers import audit
from conversation_search.managers.transactions import StatementError, after_commit
from conversation_search.telemetry import metrics

RULES = ("already_in_context", "no_evidence", "audience", "lineage", "below_cutoff")


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """What one audit row says. `matched = len(selected) + sum(exclusions)` while the ranking is exhaustive."""

    status: str
    duration_ms: float
    query_digest: str = ""
    tool_call_id: int | None = None
    refusal: str | None = None
    filters: dict[str, Any] = field(default_factory=dict)
    selected: list[dict[str, Any]] = field(default_factory=list)
    neighbour_ids: list[int] = field(default_factory=list)
    matched: int = 0
    exclusions: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RULES, 0))
    ceiling_reached: bool = False
    ranking: str = "exhaustive"
    degraded: list[str] = field(default_factory=list)
    replay_of: int | None = None

    def columns(self) -> dict[str, Any]:
        """Return what is written, under the names that the statement uses."""
        return {name: getattr(self, name) for name in self.__slots__}


def exclusions(excluded: dict[str, int], eligible: int, selected: int) -> dict[str, int]:
    """Return the count of each rule; what was eligible and is not a hit fell below the cutoff."""
    return {rule: excluded.get(rule, 0) for rule in RULES[:-1]} | {"below_cutoff": eligible - selected}


def ceiling_reached(matched: int, *, is_exhaustive: bool) -> bool:
    """Tell whether the counts may be floors: there were many matches, or so many that not all were looked at."""
    return matched > limits.COUNTING_CEILING or not is_exhaustive


def query_digest(secrets: Secrets, runtime_agent_id: int, query: str) -> str:
    """Return the digest of a query whose run could not be read; raises AuditUnavailable when its salt cannot be."""
    try:
        return secrets.query_digest(audit.digest_salt(runtime_agent_id), query)
    except StatementError as error:
        metrics.observe_audit_failure()
        raise AuditUnavailable from error


def record(runtime_agent_id: int, run_id: int, row: SearchRecord) -> int:
    """Write the row and return its id; raises AuditUnavailable, upon which the search must not answer.

    Raises NotFound when this agent has no such run.
    """
    try:
        search_id = audit.record_search(runtime_agent_id, run_id, row.columns())
    except StatementError as error:
        metrics.observe_audit_failure()
        raise AuditUnavailable from error
    if search_id is None:
        raise NotFound
    after_commit(lambda: _observe(row))
    return search_id


def _observe(row: SearchRecord) -> None:
    metrics.observe_search(row.status, row.duration_ms, row.exclusions, is_replay=row.replay_of is not None)
