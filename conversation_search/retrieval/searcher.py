"""Candidates and ranking: from a query to the ids of what may be shown, and the counts of what may not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final

from conversation_search import limits
from conversation_search.managers import history, search
from conversation_search.managers.search import Match
from conversation_search.retrieval import fallbacks, neighbours
from conversation_search.retrieval.neighbours import Place
from conversation_search.retrieval.query import NOTHING, Query
from conversation_search.retrieval.ranking import RECENT_WINDOW, WEIGHTS, Hit, Scale

RULES: Final = ("already_in_context", "no_evidence", "audience", "lineage")
"""The rules that remove matches, in the order in which they are asked."""


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
class Found:
    """What one search found: hits in rank order, every match counted once, and how the pool was ranked."""

    hits: list[Hit]
    matched: int
    eligible: int
    excluded: dict[str, int]
    is_exhaustive: bool
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
    ahead = find(scope, query, limits.VOUCH_AHEAD, refused_ids, now, with_neighbours=False)
    message_ids = [hit.message_id for hit in ahead.hits]
    return set(message_ids) - history.vouch_each(scope.runtime_agent_id, scope.run_id, message_ids)


def find(  # noqa: PLR0913 - what bounds one search, each named
    scope: Scope,
    query: Query,
    limit: int,
    refused_ids: Sequence[int],
    now: datetime,
    *,
    with_neighbours: bool = True,
    weights: Mapping[str, float] = WEIGHTS,
) -> Found:
    """Return the best `limit` eligible messages; `refused_ids` are those the authority has refused since."""
    if not query.clauses:
        return NOTHING_FOUND
    row, matches = _matches(scope, query, refused_ids)
    other = fallbacks.expand(scope, query, _unmatched(query, row, matches))
    if other != query:
        query = other
        row, matches = _matches(scope, query, refused_ids)
    place = Place(scope.runtime_agent_id, scope.run_id, refused_ids)
    scale = Scale(matches, now.timestamp(), weights)
    ranked, near = neighbours.lend(place, scale.rank(), limit if with_neighbours else 0)
    hits = [scale.hit(one) for one in ranked[:limit]]
    return Found(
        hits=neighbours.beside(place, hits, near) if with_neighbours and hits else hits,
        matched=row.matched,
        eligible=len(matches),
        is_exhaustive=row.is_exhaustive,
        excluded={rule: getattr(row, rule) for rule in RULES},
        query=query,
    )


def _unmatched(query: Query, row: search.FoundRow, matches: Sequence[Match]) -> list[int]:
    """Return the numbers of the clauses that nothing holds which may be disclosed here."""
    held = reduce(or_, (match.bits for match in matches), row.matched_bits)
    return query.numbers(~held)


def _matches(scope: Scope, query: Query, refused_ids: Sequence[int]) -> tuple[search.FoundRow, list[Match]]:
    return search.find(
        **scope.parameters(),
        clauses=list(query.clauses),
        exact=list(query.exact),
        required_bits=query.required_bits,
        wanted=query.wanted,
        any_word=query.any_word,
        exhaustive=limits.EXHAUSTIVE_MATCHES,
        newest=limits.NEWEST_COMMON_MATCHES,
        refused_ids=list(refused_ids),
        recent_window=RECENT_WINDOW,
    )
