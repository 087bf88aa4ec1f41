"""Chooses what of the found is shown: hits first, then their nearest neighbours, each message once."""

from dataclasses import dataclass

from conversation_search import limits
from conversation_search.retrieval.ranking import Hit


@dataclass(frozen=True, slots=True)
class Exchange:
    """One hit with the ids that are shown before and after it, oldest first."""

    hit: Hit
    before: list[int]
    after: list[int]

    @property
    def message_ids(self) -> list[int]:
        """Every id of it, the hit first."""
        return [self.hit.message_id, *self.before, *self.after]


def choose(hits: list[Hit], remaining: int) -> list[Exchange]:
    """Return at most `remaining` messages as exchanges, in rank order."""
    hits = hits[:remaining]
    spare = remaining - len(hits)
    taken: set[int] = set()
    exchanges = []
    for hit in hits:
        before = _nearest(hit.before, taken, spare)
        after = _nearest(hit.after, taken, spare - len(before))
        spare -= len(before) + len(after)
        exchanges.append(Exchange(hit, before[::-1], after))
    return exchanges


def without(exchanges: list[Exchange], refused: set[int]) -> list[Exchange]:
    """Return the exchanges without the messages that were refused."""
    return [
        Exchange(
            exchange.hit,
            [message_id for message_id in exchange.before if message_id not in refused],
            [message_id for message_id in exchange.after if message_id not in refused],
        )
        for exchange in exchanges
        if exchange.hit.message_id not in refused
    ]


def _nearest(candidates: list[int], taken: set[int], spare: int) -> list[int]:
    free = [message_id for message_id in candidates if message_id not in taken]
    chosen = free[: min(limits.NEIGHBOURS_EACH_SIDE, max(spare, 0))]
    taken.update(chosen)
    return chosen
