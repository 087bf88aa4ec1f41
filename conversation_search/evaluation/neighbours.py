"""What a page of hits would show: the hits and their nearest neighbours, by the search's own choice.

In a perspective that holds nothing but the data set every message may be shown, so the neighbours of a hit are known
from the order of its conversation; rankings that are no search of ours are judged like one.
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from conversation_search import limits
from conversation_search.evaluation.metrics import PAGE
from conversation_search.evaluation.scratch import Perspective
from conversation_search.retrieval import selection
from conversation_search.retrieval.ranking import Hit

WANTED = limits.NEIGHBOURS_EACH_SIDE * 2 * PAGE
"""As many on each side as better hits could take away, and still leave two."""


class Rooms:
    """The order of every conversation of a perspective."""

    def __init__(self, perspective: Perspective) -> None:
        """Order the messages by time, then by row."""
        self._places: dict[int, tuple[list[int], int]] = {}
        for conversation in perspective.conversations:
            dated = sorted(
                (message.sent_at, perspective.numbers[message.id]) for message in conversation.messages
            )
            order = [number for _, number in dated]
            self._places |= {number: (order, place) for place, number in enumerate(order)}

    def shown(self, ranked: Sequence[int]) -> frozenset[int]:
        """Return everything that the first 10 of a ranking show."""
        page = ranked[:PAGE]
        hits = [self._hit(number, frozenset(page)) for number in page]
        exchanges = selection.choose(hits, limits.LEDGER_THROUGH_SEARCH)
        return frozenset(number for exchange in exchanges for number in exchange.message_ids)

    def beside(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the messages right beside a message, and those right beside these."""
        order, place = self._places[number]
        one, two = (
            tuple(order[near] for near in (place - distance, place + distance) if 0 <= near < len(order))
            for distance in (1, 2)
        )
        return one, two

    def _hit(self, number: int, page: frozenset[int]) -> Hit:
        order, place = self._places[number]
        return Hit(
            message_id=number,
            score=0.0,
            bits=0,
            components={},
            before=_free(reversed(order[max(place - WANTED - PAGE, 0) : place]), page),
            after=_free(order[place + 1 : place + 1 + WANTED + PAGE], page),
        )


def _free(candidates: Iterable[int], page: frozenset[int]) -> list[int]:
    return list(islice((number for number in candidates if number not in page), WANTED))
