"""Charts of days: stacked columns with a table of the same figures, every one of them an address."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from audit_ui.presenters.bars import SCALE, share
from audit_ui.presenters.words import Word


@dataclass(frozen=True, slots=True)
class Slice:
    """One part of a column: from where on up, and how high."""

    word: Word
    count: int
    top: float
    height: float
    address: str


@dataclass(frozen=True, slots=True)
class Column:
    """One day."""

    day: datetime
    total: int
    slices: list[Slice]
    address: str


@dataclass(frozen=True, slots=True)
class Series:
    """One kind of figure over all days."""

    word: Word
    total: int
    address: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Stacked columns, one a day."""

    name: str
    title: str
    description: str
    columns: list[Column]
    series: list[Series]
    largest: int
    total: int


Counts = Callable[[datetime, str], int]
Address = Callable[[datetime | None, str | None], str]
"""Where the rows of a day and of a kind are; None stands for all."""


def chart(
    title: Word,
    kinds: Sequence[Word],
    days: Sequence[datetime],
    count: Counts,
    address: Address,
) -> Chart:
    """Return a chart of the days, named by a code and a title; `count` gives the figure of a day and a kind."""
    totals = {day: sum(count(day, kind.code) for kind in kinds) for day in days}
    largest = max(totals.values(), default=0)
    series = [
        Series(kind, sum(count(day, kind.code) for day in days), address(None, kind.code)) for kind in kinds
    ]
    columns = [
        Column(day, totals[day], _slices(day, kinds, count, address, largest), address(day, None))
        for day in days
    ]
    total = sum(totals.values())
    return Chart(
        title.code, title.label, _description(total, series, largest), columns, series, largest, total
    )


def _slices(
    day: datetime, kinds: Sequence[Word], count: Counts, address: Address, largest: int
) -> list[Slice]:
    slices: list[Slice] = []
    below = 0
    for kind in kinds:
        number = count(day, kind.code)
        height = share(number, largest)
        below += number
        slices.append(
            Slice(kind, number, round(SCALE - share(below, largest), 1), height, address(day, kind.code))
        )
    return slices


def _description(total: int, series: list[Series], largest: int) -> str:
    listed = ", ".join(f"{one.word.label} {one.total:,}" for one in series if one.total)
    return f"{total:,} in all; {largest:,} on the busiest day. {listed}." if total else "None in this time."
