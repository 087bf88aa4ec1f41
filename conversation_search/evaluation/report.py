"""Sums up what was measured, by category, and writes it as a table or as JSON. No text of a question is in either."""

from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from conversation_search.evaluation.bootstrap import Bootstrap, Estimate
from conversation_search.evaluation.measuring import Measured
from conversation_search.evaluation.metrics import NAMES, TITLES, columns

ALL: Final = "all"
COMPARED: Final = "ndcg_10"
"""The figure by which rankings are compared with the first."""
SCOPES: Final = {
    "conversation": "inside the conversation",
    "perspective": "all conversations in one perspective",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One ranking on the questions of one category; `difference` is in nDCG@10 from the first ranking, paired."""

    category: str
    questions: int
    ranking: str
    estimates: dict[str, Estimate]
    difference: Estimate | None


def rows(measured: Measured, apart: Collection[str]) -> list[Row]:
    """Return a row for each category and ranking, all together first; `apart` are categories left out of that."""
    categories = sorted({question.category for question in measured.questions})
    together = [category for category in categories if category not in apart]
    summed = list(_rows(measured, ALL, together)) if together else []
    if categories != [ALL] and (len(categories) > 1 or apart):
        for category in categories:
            summed.extend(_rows(measured, category, [category]))
    return summed


def _rows(measured: Measured, name: str, categories: Collection[str]) -> Iterator[Row]:
    places = [n for n, question in enumerate(measured.questions) if question.category in categories]
    bootstrap = Bootstrap(len(places))
    first: list[float] | None = None
    for ranking, scores in measured.scores.items():
        values = columns([scores[place] for place in places])
        difference = None if first is None else bootstrap.difference(values[COMPARED], first)
        first = values[COMPARED] if first is None else first
        estimates = {figure: bootstrap.estimate(values[figure]) for figure in NAMES}
        yield Row(name, len(places), ranking, estimates, difference)


def markdown(measured: Measured, summed: Collection[Row]) -> str:
    """Return a table of percentages with their 95% intervals."""
    first = next(iter(measured.scores))
    titles = ["category", "questions", "ranking", *TITLES.values(), f"nDCG@10 above {first}"]
    lines = [f"{measured.dataset.name}, {SCOPES[measured.scope]}", ""]
    lines += [f"| {' | '.join(titles)} |", f"| {' | '.join(['-', '-:', '-', *['-:'] * (len(NAMES) + 1)])} |"]
    for row in summed:
        figures = [_percent(row.estimates[figure]) for figure in NAMES]
        difference = _percent(row.difference, sign="+") if row.difference else ""
        lines.append(
            f"| {' | '.join([row.category, str(row.questions), row.ranking, *figures, difference])} |"
        )
    if measured.dataset.unanswerable:
        lines += [
            "",
            f"Left out, because no message answers them: {measured.dataset.unanswerable} questions.",
        ]
    return "\n".join(lines)


def as_json(measured: Measured, summed: Collection[Row]) -> dict[str, Any]:
    """Return everything: the rows, and every question's figures by its qid."""
    return {
        "dataset": measured.dataset.name,
        "scope": measured.scope,
        "unanswerable": measured.dataset.unanswerable,
        "rows": [asdict(row) for row in summed],
        "questions": [
            {
                "qid": question.qid,
                "category": question.category,
                "scores": {ranking: asdict(scores[place]) for ranking, scores in measured.scores.items()},
            }
            for place, question in enumerate(measured.questions)
        ],
    }


def _percent(estimate: Estimate, sign: str = "") -> str:
    mean, low, high = (100 * value for value in (estimate.mean, estimate.low, estimate.high))
    return f"{mean:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})"
