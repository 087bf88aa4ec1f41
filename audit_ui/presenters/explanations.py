"""Why a message would be kept out of a run now, as a page shows it."""

from dataclasses import dataclass
from datetime import datetime

from audit_ui.presenters import words
from audit_ui.presenters.names import Link, Names
from audit_ui.presenters.words import Rule
from conversation_search.audit.explain import Explanation, Step

RULES = words.RULES | {rule.code: rule for rule in (words.DELETED, words.EXPIRED)}


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule: whether it would keep the message out, and whether it is the first that does."""

    rule: Rule
    excludes: bool
    decides: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """One stop on the way through lineage to what decides."""

    kind: str
    message: Link | None
    """None for what has no page of its own: a memory, or what an external tool gave."""
    short: str
    rule: Rule | None
    reason: str


@dataclass(frozen=True, slots=True)
class ExplanationDetail:
    """What holds as of a moment."""

    message: Link
    run: Link
    as_of: datetime
    decided_by: Rule | None
    rules: list[RuleLine]
    path: list[StepLine]


def explanation_detail(
    agent_id: int, numbers: tuple[int, int], found: Explanation, names: Names
) -> ExplanationDetail:
    """Return an explanation of a message in a run, by their row numbers."""
    message, run = numbers
    return ExplanationDetail(
        message=names.link(agent_id, "message", message),
        run=names.link(agent_id, "run", run),
        as_of=found.as_of,
        decided_by=None if found.rule is None else RULES[found.rule],
        rules=[
            RuleLine(RULES[answer.rule], answer.excludes, decides=answer.rule == found.rule)
            for answer in found.rules
        ],
        path=[_step(agent_id, step, names) for step in found.path],
    )


def _step(agent_id: int, step: Step, names: Names) -> StepLine:
    message = names.link(agent_id, "message", step.id) if step.kind == "message" else None
    short = message.short if message else names.agents.short_id(agent_id, "memory", step.id)
    return StepLine(step.kind.replace("_", " "), message, short, RULES.get(step.reason), step.reason)
