"""A search as a page shows it: what it was asked, what it showed, and the way from matched to shown."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from audit_ui.presenters import words
from audit_ui.presenters.bars import Part, parts, share
from audit_ui.presenters.names import Link, Names, Person, Room
from audit_ui.presenters.words import MINUS, Rule, Word
from conversation_search.audit.listing import AuditedSearch

BAR_ORDER: Final = ("below_cutoff", "already_in_context", "no_evidence", "audience", "lineage")
"""What was not shown, from what may be shown to what may not."""
SHOWN: Final = Word("shown", "Shown", "What the agent was given.")


@dataclass(frozen=True, slots=True)
class SearchLine:
    """One row of the list of searches."""

    link: Link
    agent: str
    at: datetime
    duration_ms: float
    status: Word
    refusal: str | None
    person: Person | None
    room: Room
    matched: int
    shown: int
    withheld: int
    """Kept out by a rule that protects something."""
    is_floor: bool
    bar: list[Part]
    degraded: list[str]
    is_replay: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the waterfall: a count, and its bar where the step before ended."""

    rule: Rule | Word
    count: int
    left: int
    """What is left after this step."""
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Score:
    """One component of a hit's score, and its bar; the largest of this search fills it."""

    word: Word
    value: float
    width: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One message that was shown because it matched."""

    message: Link
    rank: int
    score: float
    width: float
    scores: list[Score]


@dataclass(frozen=True, slots=True)
class SearchDetail:
    """Everything that one audit row says."""

    line: SearchLine
    run: Link
    steps: list[Step]
    selected: int
    balances: bool
    """Whether matched is exactly shown plus what the rules removed."""
    sum_text: str
    hits: list[Hit]
    components: list[Word]
    neighbours: list[Link]
    filters: list[tuple[str, str]]
    destination: "Destination"
    query_digest: str
    ranking: str
    replay_of: Link | None


@dataclass(frozen=True, slots=True)
class Destination:
    """Who would have read the answer: how many, never who."""

    visibility: Word | None
    kind: Word | None
    readers: int | None
    """None where it is everybody of the workspace, or unknown."""
    is_shared: bool
    is_restricted: bool


def search_line(row: AuditedSearch, names: Names) -> SearchLine:
    """Return a row of the list."""
    counts = exclusions(row)
    shown = len(json.loads(row.selected))
    return SearchLine(
        link=names.link(row.agent_id, "search", row.search_id),
        agent=names.agent(row.agent_id),
        at=row.searched_at,
        duration_ms=row.duration_ms,
        status=words.STATUSES.get(row.status, Word(row.status, row.status, "")),
        refusal=row.refusal,
        person=names.person(row.agent_id, row.requester_id),
        room=_room(row, names),
        matched=row.matched,
        shown=shown,
        withheld=sum(counts[code] for code, rule in words.RULES.items() if rule.protects),
        is_floor=row.ceiling_reached,
        bar=_bar(row, shown, counts),
        degraded=json.loads(row.degraded),
        is_replay=row.replay_of_id is not None,
    )


def search_detail(row: AuditedSearch, names: Names) -> SearchDetail:
    """Return everything of one audit row."""
    selected = json.loads(row.selected)
    counts = exclusions(row)
    return SearchDetail(
        line=search_line(row, names),
        run=names.link(row.agent_id, "run", row.run_id),
        steps=_steps(row.matched, counts),
        selected=len(selected),
        balances=row.matched == len(selected) + sum(counts.values()),
        sum_text=_sum_text(row.matched, counts, len(selected)),
        hits=[_hit(hit, row, selected, names) for hit in selected],
        components=_components(selected),
        neighbours=names.messages(row.agent_id, json.loads(row.neighbour_ids)),
        filters=[(name, str(value)) for name, value in json.loads(row.filters).items() if value is not None],
        destination=destination(row.destination),
        query_digest=row.query_digest,
        ranking=row.ranking,
        replay_of=None if row.replay_of_id is None else names.link(row.agent_id, "search", row.replay_of_id),
    )


def exclusions(row: AuditedSearch) -> dict[str, int]:
    """Return how many matches each rule removed, every rule named."""
    stored = json.loads(row.exclusions)
    return {code: int(stored.get(code, 0)) for code in words.RULES}


def destination(stored: str) -> Destination:
    """Return a stored audience without anybody's name."""
    audience: dict[str, Any] = json.loads(stored)
    readers = audience.get("readers")
    return Destination(
        visibility=words.VISIBILITIES.get(str(audience.get("visibility"))),
        kind=words.KINDS.get(str(audience.get("kind"))),
        readers=None if readers is None else len(readers),
        is_shared=bool(audience.get("externally_shared")),
        is_restricted=bool(audience.get("restricted")),
    )


def _room(row: AuditedSearch, names: Names) -> Room:
    kind = str(json.loads(row.destination).get("kind"))
    return names.room(row.agent_id, row.conversation_id, kind, row.namespace, row.public_name)


def _bar(row: AuditedSearch, shown: int, counts: dict[str, int]) -> list[Part]:
    ordered = [(SHOWN.code, SHOWN.label, shown)]
    ordered += [(code, words.RULES[code].label, counts[code]) for code in BAR_ORDER]
    return [part for part in parts(ordered, row.matched) if part.count]


def _steps(matched: int, counts: dict[str, int]) -> list[Step]:
    steps: list[Step] = []
    left = matched
    for code, rule in words.RULES.items():
        left -= counts[code]
        steps.append(Step(rule, counts[code], left, share(left, matched), share(counts[code], matched)))
    return steps


def _sum_text(matched: int, counts: dict[str, int], shown: int) -> str:
    removed = "".join(f" {MINUS} {count}" for count in counts.values())
    return f"{matched}{removed} = {shown}"


def _components(selected: list[dict[str, Any]]) -> list[Word]:
    present = {name for hit in selected for name, value in hit["components"].items() if value}
    known = [word for code, word in words.COMPONENTS.items() if code in present]
    return known + [Word(code, code, "") for code in sorted(present - words.COMPONENTS.keys())]


def _hit(hit: dict[str, Any], row: AuditedSearch, selected: list[dict[str, Any]], names: Names) -> Hit:
    best = max(abs(other["score"]) for other in selected)
    scores = [
        Score(word, hit["components"].get(word.code, 0.0), _width(hit, word.code, selected))
        for word in _components(selected)
    ]
    return Hit(
        message=names.link(row.agent_id, "message", hit["message_id"]),
        rank=hit["rank"],
        score=hit["score"],
        width=share(abs(hit["score"]), best),
        scores=scores,
    )


def _width(hit: dict[str, Any], code: str, selected: list[dict[str, Any]]) -> float:
    largest = max(abs(other["components"].get(code, 0.0)) for other in selected)
    return share(abs(hit["components"].get(code, 0.0)), largest)
