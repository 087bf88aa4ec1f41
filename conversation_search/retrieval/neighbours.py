"""What may be disclosed beside a message in its room: shown with a hit, and lending it some of its score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conversation_search import limits
from conversation_search.managers import search
from conversation_search.retrieval.ranking import LENDING_MATCHES, LENT, Hit, Ranked

SPARE: Final = 4
"""Messages beyond those wanted that are looked at on either side at first: most rooms hide few of theirs."""
WIDER: Final = 8
"""How many times as many are looked at when too few of them may be disclosed."""


@dataclass(frozen=True, slots=True)
class Place:
    """For whose run, and what the authority has refused since."""

    runtime_agent_id: int
    run_id: int
    refused_ids: Sequence[int]


def beside(place: Place, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits, in rank order, with what may be shown beside each: not yet shown, and itself no hit."""
    near = _near(place, [hit.message_id for hit in hits], limits.NEIGHBOURS_EACH_SIDE, with_shown=False)
    return [
        replace(
            hit,
            before=near.get((hit.message_id, "before"), []),
            after=near.get((hit.message_id, "after"), []),
        )
        for hit in hits
    ]


def lend(place: Place, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return matches in their final order: the best of them with what the matches beside them lend."""
    if len(ranked) < 2:  # noqa: PLR2004 - nobody is there to lend
        return list(ranked)
    own = {one.message_id: one.score for one in ranked}
    best, rest = ranked[:LENDING_MATCHES], ranked[LENDING_MATCHES:]
    near = _near(place, [one.message_id for one in best], len(LENT), with_shown=True)
    return sorted((one.lent(_loan(near, one.message_id, own)) for one in best), reverse=True) + list(rest)


def _loan(near: Mapping[tuple[int, str], Sequence[int]], message_id: int, own: Mapping[int, float]) -> float:
    """Return what the messages beside one lend. Nobody beside it, at an edge of its room, is held against no one."""
    before, after = (near.get((message_id, side), ()) for side in ("before", "after"))
    return sum(
        share * own.get(neighbour, 0.0)
        for side in (before or after, after or before)
        for share, neighbour in zip(LENT, _padded(side), strict=False)
    )


def _padded(side: Sequence[int]) -> list[int]:
    return list(side) + list(side[-1:]) * (len(LENT) - len(side))


def _near(
    place: Place, message_ids: Sequence[int], wanted: int, *, with_shown: bool
) -> dict[tuple[int, str], list[int]]:
    """Return what is nearest by message and side, looking further for as long as that could find more."""
    spare = SPARE
    while True:
        rows = search.find_neighbours(
            runtime_agent_id=place.runtime_agent_id,
            run_id=place.run_id,
            message_ids=list(message_ids),
            refused_ids=list(place.refused_ids),
            wanted=wanted,
            spare=spare,
            with_shown=with_shown,
        )
        if not any(row.is_short for row in rows):
            return {(row.hit_id, row.side): row.message_ids for row in rows}
        spare *= WIDER
