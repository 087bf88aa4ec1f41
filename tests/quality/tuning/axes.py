"""What is tried: one property of the ranking at a time, from the current value of the others."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from tests.quality.tuning.rescoring import Length, Shape

WEIGHTS: Final = {
    "named_speaker": (0.0, 0.25, 0.5, 0.75, 1.0),
    "recency": (0.0, 0.05, 0.1, 0.15, 0.3),
}
"""The others are the same for all that a stranger finds from a direct message, so they cannot be tuned here."""
LENT: Final = (
    (0.0, 0.0),
    (0.1, 0.05),
    (0.2, 0.1),
    (0.3, 0.15),
    (0.4, 0.2),
    (0.4, 0.3),
    (0.5, 0.25),
    (0.6, 0.3),
)
SLOPES: Final = (0.6, 1.2, 2.4)
SHARES: Final = (0.75, 0.9)
USUAL: Final = (25.0, 50.0)

Tried = Iterator[tuple[str, Shape]]


def _weight(name: str, shape: Shape) -> Tried:
    for value in WEIGHTS[name]:
        yield f"{name} {value:g}", replace(shape, weights=shape.weights | {name: value})


def _lent(shape: Shape) -> Tried:
    for one, two in LENT:
        yield f"lends {one:g} and {two:g}", replace(shape, lend_one=one, lend_two=two)


def _lends_what(shape: Shape) -> Tried:
    yield "lends with its weights", replace(shape, lend_words_alone=False)
    yield "lends words alone", replace(shape, lend_words_alone=True)


def _lent_to(shape: Shape) -> Tried:
    yield "lent to matches", replace(shape, lend_to_all=False)
    yield "lent to every message", replace(shape, lend_to_all=True)


def _length(shape: Shape) -> Tried:
    for slope in SLOPES:
        for share in SHARES:
            for usual in USUAL:
                length = Length(slope, share, Length().least, usual)
                yield f"length {slope:g} {share:g} {usual:g}", replace(shape, length=length)


AXES: Final[dict[str, Callable[[Shape], Tried]]] = {
    "neighbours": _lent,
    "to whom": _lent_to,
    "what is lent": _lends_what,
    "named speaker": lambda shape: _weight("named_speaker", shape),
    "recency": lambda shape: _weight("recency", shape),
    "neighbours again": _lent,
    "length": _length,
}
