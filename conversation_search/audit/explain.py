"""Why a message would be kept out of a run now: rule by rule, and the way through its lineage that decides it."""

from dataclasses import dataclass
from datetime import datetime

from conversation_search import limits
from conversation_search.audit import access_log
from conversation_search.audit.access_log import Who
from conversation_search.errors import NotFound
from conversation_search.managers import explaining
from conversation_search.managers.explaining import FactsRow

Node = tuple[str, int]
"""A kind (message, memory or tool_result) and a row number."""


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """One rule, and whether it would exclude the message whatever the others say."""

    rule: str
    excludes: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One stop on the way from the message to what decides; `reason` is the first rule that denies it there."""

    kind: str
    id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What holds as of a moment; `rule` is the first that excludes the message, None when it may be shown."""

    as_of: datetime
    rule: str | None
    rules: list[RuleAnswer]
    path: list[Step]
    """From the message itself to what denies by itself; empty unless it is lineage that excludes it."""


def explain(runtime_agent_id: int, run_id: int, message_id: int, who: Who) -> Explanation:
    """Explain a message to an operator, who is written down first. Raises NotFound, AuditUnavailable."""
    access_log.record(runtime_agent_id, who, "explain", {"run": run_id, "message": message_id})
    facts = explaining.explain_message(runtime_agent_id, run_id, message_id)
    if facts is None:
        raise NotFound
    path = _path(runtime_agent_id, run_id, message_id) if facts.rule == "lineage" else []
    return Explanation(facts.as_of, facts.rule, _rules(facts), path)


def _rules(facts: FactsRow) -> list[RuleAnswer]:
    return [
        RuleAnswer("deleted", facts.is_deleted),
        RuleAnswer("expired", facts.is_expired),
        RuleAnswer("already_in_context", facts.already_in_context),
        RuleAnswer("no_evidence", not facts.has_evidence),
        RuleAnswer("audience", not facts.audience_allowed),
        RuleAnswer("lineage", not facts.lineage_allowed),
    ]


def _path(runtime_agent_id: int, run_id: int, message_id: int) -> list[Step]:
    """Return a shortest way from a message, over what is denied, to something with no denied source of its own."""
    start: Node = ("message", message_id)
    came_from: dict[Node, Node] = {}
    steps = {start: Step(*start, "lineage")}
    frontier = [start]
    while frontier and len(steps) <= limits.LINEAGE_NODES:
        rows = explaining.denied_sources(
            runtime_agent_id,
            run_id,
            [number for kind, number in frontier if kind == "message"],
            [number for kind, number in frontier if kind == "memory"],
        )
        parents = {(row.parent_kind, row.parent_id) for row in rows}
        ends = [node for node in frontier if node not in parents]
        if ends:
            return _back(ends[0], came_from, steps)
        frontier = []
        for row in rows:
            node = (row.kind, row.id)
            if node not in steps:
                steps[node] = Step(row.kind, row.id, row.reason)
                came_from[node] = (row.parent_kind, row.parent_id)
                frontier.append(node)
    return [steps[start]]


def _back(end: Node, came_from: dict[Node, Node], steps: dict[Node, Step]) -> list[Step]:
    path = [steps[end]]
    while end in came_from:
        end = came_from[end]
        path.append(steps[end])
    return path[::-1]
