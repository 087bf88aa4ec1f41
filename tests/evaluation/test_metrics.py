"""The figures of one question, against values computed by hand."""

import pytest

from conversation_search.evaluation.metrics import columns, score

RANKED = list(range(1, 21))
"""Twenty messages, each found at the rank of its number."""


def test_recall_is_the_share_of_the_answers_within_the_first_5_10_and_20() -> None:
    scores = score(RANKED, [], {5, 10, 11, 99})
    assert (scores.r_5, scores.r_10, scores.r_20) == (0.25, 0.5, 0.75)


def test_the_reciprocal_rank_is_that_of_the_first_answer() -> None:
    assert score(RANKED, [], {4, 8}).mrr == 0.25


def test_an_answer_below_the_first_20_counts_for_nothing() -> None:
    scores = score([*RANKED, 21], [], {21})
    assert (scores.r_20, scores.mrr) == (0, 0)


def test_ndcg_of_answers_at_ranks_1_and_3_is_their_gain_over_that_of_ranks_1_and_2() -> None:
    # (1/log2(2) + 1/log2(4)) / (1/log2(2) + 1/log2(3)) = 1.5 / 1.63093
    assert score(RANKED, [], {1, 3}).ndcg_10 == pytest.approx(0.919721, abs=1e-6)


def test_ndcg_counts_ten_ranks_and_no_more_answers_than_fit_there() -> None:
    assert score(RANKED, [], set(range(1, 31))).ndcg_10 == pytest.approx(1)
    assert score(RANKED, [], {11}).ndcg_10 == 0


def test_context_is_the_share_of_the_answers_that_are_shown() -> None:
    assert score([1], {1, 2}, {1, 2, 3, 4}).c_10 == 0.5


def test_nothing_found_is_worth_nothing() -> None:
    scores = score([], [], {1})
    assert {value for values in columns([scores]).values() for value in values} == {0.0}


def test_columns_hold_the_questions_in_their_order() -> None:
    assert columns([score([1], [], {1}), score([2, 1], [], {1})])["mrr"] == [1.0, 0.5]
