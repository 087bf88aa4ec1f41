"""Reads what the search knows of every eligible match of every question, once, through the search itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from conversation_search import limits
from conversation_search.evaluation.dataset import Dataset, Question
from conversation_search.evaluation.measuring import Progress, Scope, perspectives
from conversation_search.evaluation.neighbours import Rooms
from conversation_search.evaluation.scratch import Perspective, forgotten, stored
from conversation_search.managers import search
from conversation_search.retrieval import query, searcher
from conversation_search.retrieval.ranking import WEIGHTS, Hit
from tests.database import rows

WORD_COUNTS = """
SELECT message_event_id, min(word_count) FROM message_search_documents
WHERE runtime_agent_id = %(agent_id)s::bigint GROUP BY message_event_id
"""
ROUNDING = 5e-6
"""What three rounded figures may be apart."""
NO_WEIGHTS = dict.fromkeys(WEIGHTS, 0.0)


@dataclass(frozen=True, slots=True)
class Match:
    """One eligible match: its components, its length, and where it stands in its conversation."""

    number: int
    bits: int
    """Which clauses of the query it holds."""
    words: int
    components: dict[str, float]
    beside: tuple[tuple[int, ...], tuple[int, ...]]
    """The messages at a distance of one, and those at a distance of two."""


class Showing(Protocol):
    """Knows what a page of hits shows."""

    def shown(self, ranked: Sequence[int]) -> frozenset[int]:
        """Return everything that the first 10 of a ranking show."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with all its eligible matches, and the messages that answer it."""

    question: Question
    relevant: frozenset[int]
    matches: list[Match]
    speakers: dict[int, str]
    """Who said each message of the perspective."""
    rooms: Showing


def collect(dataset: Dataset, scope: Scope, progress: Progress) -> list[Asked]:
    """Ask every question once; raises RuntimeError when a score is no longer made of its components as here."""
    asked: list[Asked] = []
    for conversations, questions in perspectives(dataset, scope):
        with stored(conversations, progress.stored) as perspective:
            asked.extend(_asked(perspective, questions, progress))
    return asked


def _asked(perspective: Perspective, questions: Sequence[Question], progress: Progress) -> Iterator[Asked]:
    rooms = Rooms(perspective)
    speakers = {
        perspective.numbers[message.id]: message.speaker
        for conversation in perspective.conversations
        for message in conversation.messages
    }
    words: dict[int, int] = dict(rows(WORD_COUNTS, agent_id=perspective.agent_id))
    for question in questions:
        matches = [
            Match(
                hit.message_id,
                hit.bits,
                words[hit.message_id],
                hit.components,
                rooms.beside(hit.message_id),
            )
            for hit in _matches(perspective, question.query)
        ]
        relevant = frozenset(perspective.numbers[message_id] for message_id in question.relevant_ids)
        yield Asked(question, relevant, matches, speakers, rooms)
        progress.asked(1)


def _matches(perspective: Perspective, text: str) -> list[Hit]:
    with forgotten():
        search.begin()
        hits = searcher.find(
            perspective.scope,
            query.parse(text),
            limits.EXHAUSTIVE_MATCHES + limits.NEWEST_COMMON_MATCHES,
            [],
            perspective.now,
            with_neighbours=False,
            weights=NO_WEIGHTS,
        ).hits
    for hit in hits:
        if abs(hit.score - hit.components["lexical"] - hit.components["neighbors"]) > ROUNDING:
            message = "a score without weights is no longer what the words and the neighbours give: adapt rescoring.py"
            raise RuntimeError(message)
    return hits
