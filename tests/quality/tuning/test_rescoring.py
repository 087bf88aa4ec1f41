"""Collected matches are scored again by hand-computed values."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from conversation_search.evaluation.dataset import Question
from conversation_search.evaluation.metrics import Scores
from conversation_search.retrieval.ranking import WEIGHTS
from tests.quality.tuning.collecting import Asked, Match
from tests.quality.tuning.rescoring import NORMAL, Length, Shape, judge, rank
from tests.quality.tuning.search import Split, split, trials

NOTHING = dict.fromkeys(WEIGHTS, 0.0)


class OneRoom:
    """Shows what was found and nothing beside it."""

    def shown(self, ranked: Sequence[int]) -> frozenset[int]:
        """Return the first ten."""
        return frozenset(ranked[:10])


def match(number: int, lexical: float, *, words: int = 10, **components: float) -> Match:
    """Return a match in a room whose messages are numbered without gaps."""
    beside = (number - 1, number + 1), (number - 2, number + 2)
    return Match(number, 1, words, NOTHING | {"lexical": lexical} | components, beside)


def asked(conversation: str, matches: list[Match], answer: int, category: str = "names") -> Asked:
    """Return a question that one message answers."""
    question = Question(
        conversation_id=conversation,
        qid=f"{conversation}/{answer}",
        query="who",
        relevant_ids=frozenset({"a"}),
        category=category,
    )
    speakers = dict.fromkeys(range(-2, 12), "Ana") | {3: "Ben"}
    return Asked(question, frozenset({answer}), matches, speakers, OneRoom())


def ranked(matches: list[Match], shape: Shape) -> list[int]:
    """Return the ranking of a question with these matches."""
    return rank(asked("c0", matches, 1), shape)


def test_a_named_speaker_counts_half_as_much_again() -> None:
    matches = [match(1, 0.5), match(2, 0.4, named_speaker=1)]
    assert ranked(matches, Shape(NOTHING)) == [1, 2]
    assert ranked(matches, Shape(NOTHING | {"named_speaker": 0.5})) == [2, 1]


def test_neighbours_lend_by_their_distance() -> None:
    # 1: 0.40 + 0.3 * 0.3 = 0.49; 2: 0.30 + 0.3 * 0.4 = 0.42; 9: 0.45
    matches = [match(1, 0.4), match(2, 0.3), match(9, 0.45)]
    assert ranked(matches, Shape(NOTHING)) == [9, 1, 2]
    assert ranked(matches, Shape(NOTHING, lend_one=0.3)) == [1, 9, 2]


def test_a_message_that_matches_nothing_is_found_only_where_every_message_is_lent_to() -> None:
    matches = [match(1, 0.4), match(3, 0.4)]
    assert ranked(matches, Shape(NOTHING, lend_one=0.6)) == [3, 1]
    assert ranked(matches, Shape(NOTHING, lend_one=0.6, lend_to_all=True))[0] == 2


def test_weights_raise_what_is_lent_to_a_named_speaker_where_words_alone_are_lent() -> None:
    # Ben says 3 and is named. With weights: 0.5 + 0.3 * 0.45 and 0.45 + 0.3 * 0.5. Words alone: 0.59 and 1.5 * 0.45.
    matches = [match(2, 0.5), match(3, 0.3, named_speaker=1)]
    shape = Shape(NOTHING | {"named_speaker": 0.5}, lend_one=0.3)
    assert ranked(matches, shape) == [2, 3]
    assert ranked(matches, replace(shape, lend_words_alone=True)) == [3, 2]


def test_a_message_that_matches_nothing_is_raised_by_its_own_speaker() -> None:
    matches = [match(2, 0.4), match(7, 0.3, named_speaker=1), match(4, 0.4)]
    shape = Shape(NOTHING | {"named_speaker": 1.0}, lend_one=0.4, lend_words_alone=True, lend_to_all=True)
    every = asked("c0", matches, 1)
    assert rank(replace(every, speakers=every.speakers | {7: "Ben"}), shape)[0] == 3


def test_equal_scores_go_to_the_newer_message() -> None:
    assert ranked([match(1, 0.4), match(2, 0.4)], Shape(NOTHING)) == [2, 1]


def test_the_length_factor_is_that_of_the_search() -> None:
    # 1 / (1 + 0.6 * (0.1 + 0.9 * 150 / 50)) = 1 / 2.68
    assert NORMAL.factor(150) == pytest.approx(1 / 2.68)
    assert NORMAL.factor(3) == NORMAL.factor(15)


def test_without_a_slope_a_long_message_is_not_held_back() -> None:
    matches = [match(1, 0.4, words=10), match(2, 0.3, words=200)]
    assert ranked(matches, Shape(NOTHING)) == [1, 2]
    assert ranked(matches, Shape(NOTHING, length=Length(slope=0))) == [2, 1]


def test_every_second_conversation_is_trained_on_and_the_others_only_judge() -> None:
    every = [asked(f"c{number}", [], 1) for number in range(4)] + [asked("c1", [], 2, "adversarial")]
    parts = split(every, ["adversarial"])
    names = [[each.question.conversation_id for each in part] for part in (parts.training, parts.held_out)]
    assert names == [["c0", "c2"], ["c1", "c3"]]
    assert split(every, ["adversarial"], swapped=True).training == parts.held_out
    assert (len(parts.training_apart), len(parts.held_out_apart)) == (0, 1)


def test_what_is_best_on_the_training_conversations_is_chosen_whatever_the_others_say() -> None:
    training = asked("c0", [match(1, 0.5), match(2, 0.35, named_speaker=1)], 2)
    held_out = asked("c1", [match(1, 0.5), match(2, 0.35, named_speaker=1)], 1)
    tried = list(trials(Split([training], [], [held_out], []), Shape(NOTHING)))
    chosen = [trial.label for trial, is_chosen in tried if is_chosen and trial.axis == "named speaker"]
    assert chosen == ["named_speaker 0.5"]
    assert all(isinstance(each, Scores) for each in judge([training], Shape(NOTHING)))


def test_no_choice_lets_the_questions_apart_fall_under_their_guard() -> None:
    training = asked("c0", [match(1, 0.5), match(2, 0.35, named_speaker=1)], 2)
    wrong_name = asked("c0", [match(n, 0.35, named_speaker=1) for n in range(2, 12)] + [match(1, 0.5)], 1)
    tried = list(trials(Split([training], [wrong_name], [], []), Shape(NOTHING)))
    chosen = [trial.label for trial, is_chosen in tried if is_chosen and trial.axis == "named speaker"]
    assert chosen == ["named_speaker 0"]
