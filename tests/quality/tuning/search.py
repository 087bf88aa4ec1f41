"""Chooses axis by axis what is best on the training conversations, and says what each choice gained on the others."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from conversation_search.evaluation.bootstrap import Bootstrap, Estimate
from conversation_search.evaluation.metrics import Scores
from tests.quality.tuning.axes import AXES
from tests.quality.tuning.collecting import Asked
from tests.quality.tuning.rescoring import Shape, judge

GUARD: Final = 0.75
"""R@10 under which the questions apart must not fall: questions that name the wrong person are still answered."""


@dataclass(frozen=True, slots=True)
class Split:
    """Questions of the conversations that weights are chosen on, and of those that only judge the choice.

    Each half has its questions of the categories apart beside it: they guard a choice, they are not its target.
    """

    training: list[Asked]
    training_apart: list[Asked]
    held_out: list[Asked]
    held_out_apart: list[Asked]


def split(asked: Sequence[Asked], apart: Collection[str], *, swapped: bool = False) -> Split:
    """Train on every second conversation in the order of the file, from the first on; from the second on if swapped."""
    conversations = list(dict.fromkeys(each.question.conversation_id for each in asked))
    training = frozenset(conversations[int(swapped) :: 2])
    parts = Split([], [], [], [])
    for each in asked:
        is_training = each.question.conversation_id in training
        if each.question.category in apart:
            (parts.training_apart if is_training else parts.held_out_apart).append(each)
        else:
            (parts.training if is_training else parts.held_out).append(each)
    return parts


@dataclass(frozen=True, slots=True)
class Trial:
    """One shape that was tried, and what it was worth."""

    axis: str
    label: str
    shape: Shape
    training: list[Scores]
    training_apart: list[Scores]
    held_out: list[Scores]
    held_out_apart: list[Scores]

    @property
    def target(self) -> tuple[float, float]:
        """What is maximized, on the training half alone: the mean of R@10 and nDCG@10, once the guard holds."""
        apart = mean(each.r_10 for each in self.training_apart) if self.training_apart else GUARD
        return min(apart, GUARD), mean((each.r_10 + each.ndcg_10) / 2 for each in self.training)


def trials(parts: Split, start: Shape) -> Iterator[tuple[Trial, bool]]:
    """Try everything, axis by axis; each trial with whether it was chosen on its axis."""
    chosen = start
    yield _trial(parts, "start", "as it is", start), True
    for axis, tried in AXES.items():
        of_axis = [_trial(parts, axis, label, shape) for label, shape in tried(chosen)]
        best = max(of_axis, key=lambda trial: trial.target)
        chosen = best.shape
        yield from ((trial, trial is best) for trial in of_axis)


def _trial(parts: Split, axis: str, label: str, shape: Shape) -> Trial:
    return Trial(
        axis,
        label,
        shape,
        judge(parts.training, shape),
        judge(parts.training_apart, shape),
        judge(parts.held_out, shape),
        judge(parts.held_out_apart, shape),
    )


def gain(before: Sequence[Scores], after: Sequence[Scores], figure: str) -> Estimate:
    """Return what a figure gained, question by question."""
    return Bootstrap(len(before)).difference(
        [getattr(each, figure) for each in after], [getattr(each, figure) for each in before]
    )
