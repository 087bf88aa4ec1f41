"""What search must find of our own data set, with all rooms in one perspective.

Floors are raised when search gets better.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Final

import pytest
from pytest_django import DjangoDbBlocker

from conversation_search.evaluation import dataset
from conversation_search.evaluation.measuring import Measured, Progress, measure
from conversation_search.evaluation.metrics import Scores
from conversation_search.evaluation.rankings import NAMED
from conversation_search.evaluation.scratch import stored

HARBOURLINE: Final = Path(__file__).parent / "harbourline"
LONG_WORDS: Final = 60
"""Words from which a message is a long reply; what people write here has 30 at most."""

FLOORS: Final = {
    "identifiers": (0.98, 0.98),
    "short-among-long": (0.84, 0.76),
    "near-duplicates": (0.98, 0.90),
    "people-and-places": (0.84, 0.83),
    "german": (0.98, 0.98),
    "spanish": (0.98, 0.98),
    "chinese": (0.93, 0.92),
}
"""R@10 and nDCG@10 of each category."""


@pytest.fixture(scope="module")
def measured(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Measured]:
    """Ask everything once, with the search as it is and with the first design."""
    assert django_db_setup is None
    with django_db_blocker.unblock():
        yield measure(
            dataset.read(HARBOURLINE),
            "perspective",
            {name: NAMED[name] for name in ("current", "seed")},
            Progress(lambda _: None, lambda _: None),
        )


def scores(measured: Measured, category: str, ranking: str = "current") -> list[Scores]:
    """Return what the answers to the questions of a category were worth."""
    pairs = zip(measured.questions, measured.scores[ranking], strict=True)
    return [worth for question, worth in pairs if question.category == category]


@pytest.mark.parametrize("category", FLOORS)
def test_each_kind_of_question_is_answered_at_least_as_well_as_before(
    measured: Measured, category: str
) -> None:
    recall, gain = FLOORS[category]
    assert mean(each.r_10 for each in scores(measured, category)) >= recall
    assert mean(each.ndcg_10 for each in scores(measured, category)) >= gain


def test_search_answers_better_than_the_first_design(measured: Measured) -> None:
    current, seed = (
        mean(each.ndcg_10 for each in measured.scores[ranking]) for ranking in ("current", "seed")
    )
    assert current >= seed + 0.1


def test_a_short_answer_stands_before_the_long_replies_that_repeat_its_words(measured: Measured) -> None:
    current, seed = (
        mean(each.mrr for each in scores(measured, "short-among-long", ranking))
        for ranking in ("current", "seed")
    )
    assert current >= 0.84
    assert seed <= 0.5, "the questions no longer tempt a ranking that long replies win"


@pytest.mark.django_db
def test_long_replies_are_rarely_the_first_hit() -> None:
    asked = dataset.read(HARBOURLINE)
    queries = [each.query for each in asked.questions if each.category == "short-among-long"]
    words = {
        message.id: len(message.text.split()) for room in asked.conversations for message in room.messages
    }
    with stored(asked.conversations, lambda _: None) as perspective:
        long_ones = {
            number for message, number in perspective.numbers.items() if words[message] >= LONG_WORDS
        }
        won = {
            name: sum(ranked[0] in long_ones for ranked in NAMED[name](perspective, queries))
            for name in ("current", "seed")
        }
    assert won["current"] <= 2
    assert won["seed"] >= 9, "the questions no longer tempt a ranking that long replies win"


def test_the_data_set_is_as_large_and_as_mixed_as_it_says() -> None:
    asked = dataset.read(HARBOURLINE)
    texts = [message.text for room in asked.conversations for message in room.messages]
    assert (len(texts), len(asked.questions), asked.unanswerable) == (246, 109, 0)
    assert sum(len(text.split()) >= LONG_WORDS for text in texts) >= 12
    assert {each.category for each in asked.questions} == set(FLOORS)
