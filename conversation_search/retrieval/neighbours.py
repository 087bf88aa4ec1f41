"""What may be disclosed beside a message in its room: shown with a hit, and lending it some of its score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from conversation_search import limits
from conversation_search.managers import search
from conversation_search.managers.search import NeighboursRow
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


Near = Mapping[tuple[int, str], NeighboursRow]
"""What is nearest, by message and side; a side on which nobody is may be absent."""


def lend(place: Place, ranked: Sequence[Ranked], limit: int) -> tuple[list[Ranked], Near | None]:
    """Return matches in their final order: the best of them with what the matches beside them lend.

    Where at most `limit` hits with neighbours are wanted and there are no more matches, what may be shown beside them
    is looked up in the same breath and returned, too.
    """
    if len(ranked) < 2:  # noqa: PLR2004 - nobody is there to lend
        return list(ranked), None
    own = {one.message_id: one.lexical for one in ranked}
    best, rest = ranked[:LENDING_MATCHES], ranked[LENDING_MATCHES:]
    are_hits = len(ranked) <= limit
    near = _near(place, [one.message_id for one in best], "matches and hits" if are_hits else "matches")
    lent = sorted((one.lent(_loan(near, one.message_id, own)) for one in best), reverse=True)
    return lent + list(rest), near if are_hits else None


def beside(place: Place, hits: Sequence[Hit], near: Near | None) -> list[Hit]:
    """Return hits, in rank order, with what may be shown beside each: not yet shown, and itself no hit."""
    if near is None:
        near = _near(place, [hit.message_id for hit in hits], "hits")
    return [
        replace(
            hit,
            before=_unshown(near.get((hit.message_id, "before"))),
            after=_unshown(near.get((hit.message_id, "after"))),
        )
        for hit in hits
    ]


def _unshown(row: NeighboursRow | None) -> list[int]:
    return row.unshown_ids if row else []


def _loan(near: Near, message_id: int, own: Mapping[int, float]) -> float:
    """Return what the messages beside one lend."""
    before, after = (
        row.message_ids if (row := near.get((message_id, side))) else () for side in ("before", "after")
    )
    return sum(
        share * held
        for here, there in ((before, after), (after, before))
        for share, held in zip(LENT, _held(here, there, message_id, own), strict=False)
    )


def _held(
    here: Sequence[int], there: Sequence[int], message_id: int, own: Mapping[int, float]
) -> Iterator[float]:
    """Yield what each message on one side holds, nearest first.

    At an edge of its room a message is lent to as elsewhere: the nearest there is stands in for whoever is not there,
    but for no more than the message holds itself. So messages that are alike rank alike wherever they stand, and in a
    small room no message is lent back most of what it lent.
    """
    known = list(here or there)
    filled = known + known[-1:] * (len(LENT) - len(known))
    for place, neighbour in enumerate(filled[: len(LENT)]):
        held = own.get(neighbour, 0.0)
        yield held if place < len(here) else min(held, own[message_id])


def _near(place: Place, message_ids: Sequence[int], side_of: str) -> Near:
    """Return what is nearest by message and side, looking further for as long as that could find more."""
    spare = SPARE
    while True:
        rows = search.find_neighbours(
            runtime_agent_id=place.runtime_agent_id,
            run_id=place.run_id,
            message_ids=list(message_ids),
            refused_ids=list(place.refused_ids),
            wanted=max(limits.NEIGHBOURS_EACH_SIDE, len(LENT)),
            spare=spare,
            beside=side_of,
        )
        if not any(row.is_short for row in rows):
            return {(row.hit_id, row.side): row for row in rows}
        spare *= WIDER
