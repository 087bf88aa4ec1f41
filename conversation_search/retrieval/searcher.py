"""Candidates and ranking: from a query to the ids of what may be shown, and the counts of what may not."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from conversation_search import limits
from conversation_search.managers import history, search
from conversation_search.retrieval import fallbacks
from conversation_search.retrieval.query import NOTHING, Query
from conversation_search.retrieval.ranking import RECENCY_HALF_LIFE_DAYS, RECENT_WINDOW, WEIGHTS


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose eyes, for which run, and the filters: everything that bounds a search but its words."""

    runtime_agent_id: int
    run_id: int
    speaker: str
    after: datetime | None
    before: datetime | None

    def parameters(self) -> dict[str, Any]:
        """Return them under the names that the statements use."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Hit:
    """One message to show, why it was chosen, and the ids of what may stand beside it, nearest first."""

    message_id: int
    score: float
    bits: int
    components: dict[str, float]
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """What one search found: hits in rank order, every match counted once, and how the pool was ranked."""

    hits: list[Hit]
    matched: int
    eligible: int
    excluded: dict[str, int]
    is_exhaustive: bool
    bits: int = 0
    query: Query = NOTHING
    """What was matched in the end: words that found nothing have others in their place."""

    def without(self, refused_hits: int) -> "Found":
        """Return it with so many of its hits counted as removed by lineage."""
        lineage = self.excluded["lineage"] + refused_hits
        return replace(
            self, eligible=self.eligible - refused_hits, excluded=self.excluded | {"lineage": lineage}
        )


NOTHING_FOUND = Found([], 0, 0, {}, is_exhaustive=True)


def find_refused(scope: Scope, query: Query, refused_ids: Sequence[int], now: datetime) -> set[int]:
    """Return those of the next best messages that the authority refuses, although the index says otherwise."""
    ahead = find(scope, query, limits.VOUCH_AHEAD, refused_ids, now, neighbours=0)
    message_ids = [hit.message_id for hit in ahead.hits]
    return set(message_ids) - history.vouch_each(scope.runtime_agent_id, scope.run_id, message_ids)


def find(  # noqa: PLR0913 - what bounds one search, each named
    scope: Scope,
    query: Query,
    limit: int,
    refused_ids: Sequence[int],
    now: datetime,
    *,
    neighbours: int = limits.NEIGHBOURS_EACH_SIDE,
) -> Found:
    """Return the best `limit` eligible messages; `refused_ids` are those the authority has refused since."""
    if not query.clauses:
        return NOTHING_FOUND
    found = _find(scope, query, limit, refused_ids, now, neighbours)
    unmatched = [n for n, word in enumerate(query.words) if word and not found.bits >> n & 1]
    other = fallbacks.expand(scope, query, unmatched)
    return found if other == query else _find(scope, other, limit, refused_ids, now, neighbours)


def _find(  # noqa: PLR0913, PLR0917 - the same
    scope: Scope, query: Query, limit: int, refused_ids: Sequence[int], now: datetime, neighbours: int
) -> Found:
    rows = search.SEARCH_MESSAGES.all(
        **scope.parameters(),
        clauses=list(query.clauses),
        exact=list(query.exact),
        required_bits=query.required_bits,
        any_word=query.any_word,
        exhaustive=limits.EXHAUSTIVE_MATCHES,
        newest=limits.NEWEST_COMMON_MATCHES,
        refused_ids=list(refused_ids),
        recent_window=RECENT_WINDOW,
        now=now,
        recency_half_life_days=RECENCY_HALF_LIFE_DAYS,
        weights=json.dumps(WEIGHTS),
        limit=limit,
        neighbours=neighbours,
    )
    return replace(_gather(rows), query=query)


def _gather(rows: Sequence[search.FoundRow]) -> Found:
    figures: dict[str, Any] = {}
    hits: dict[int, Hit] = {}
    for row in rows:
        if row.part == "summary":
            figures = json.loads(row.figures or "{}")
        elif row.part == "hit":
            hits[row.hit_rank] = Hit(
                row.message_event_id or 0, row.score or 0.0, row.bits or 0, json.loads(row.figures or "{}")
            )
    for row in rows:
        if row.part in {"before", "after"}:
            getattr(hits[row.hit_rank], row.part).append(row.message_event_id)
    return Found(
        hits=[hits[rank] for rank in sorted(hits)],
        matched=figures.pop("matched"),
        eligible=figures.pop("eligible"),
        is_exhaustive=figures.pop("is_exhaustive"),
        bits=figures.pop("bits"),
        excluded=figures,
    )
