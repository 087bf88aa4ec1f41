"""Intervals over questions drawn again."""

from random import Random

import pytest

from conversation_search.evaluation.bootstrap import Bootstrap

VALUES = [float(n % 4 == 0) for n in range(400)]


def test_the_same_figures_give_the_same_interval() -> None:
    assert Bootstrap(400).estimate(VALUES) == Bootstrap(400).estimate(VALUES)


def test_another_seed_draws_other_questions() -> None:
    assert Bootstrap(400, seed=1).estimate(VALUES) != Bootstrap(400, seed=2).estimate(VALUES)


def test_the_interval_of_a_share_is_about_two_standard_errors_wide_on_each_side() -> None:
    estimate = Bootstrap(400).estimate(VALUES)
    # sqrt(0.25 * 0.75 / 400) = 0.02165
    assert estimate.mean == 0.25
    assert estimate.low == pytest.approx(0.25 - 1.96 * 0.02165, abs=0.006)
    assert estimate.high == pytest.approx(0.25 + 1.96 * 0.02165, abs=0.006)


def test_figures_that_are_all_alike_have_no_interval() -> None:
    estimate = Bootstrap(10).estimate([0.5] * 10)
    assert (estimate.mean, estimate.low, estimate.high) == (0.5, 0.5, 0.5)


def test_a_difference_is_paired_so_a_constant_gain_is_certain() -> None:
    random = Random(7)  # noqa: S311 - the same in each run
    before = [random.random() for _ in range(50)]
    gain = Bootstrap(50).difference([value + 0.25 for value in before], before)
    assert gain.low == pytest.approx(0.25)
    assert gain.high == pytest.approx(0.25)
