"""Writes the figures: a table to read, JSON to keep."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tests.bench.measuring import Measured
from tests.bench.options import Options
from tests.bench.stopwatch import Times

HEADINGS = (
    "asked in",
    "query",
    "matched",
    "eligible",
    "call, ms",
    "least",
    "p95",
    "CPU",
    "÷ open",
    "retrieval, ms",
    "CPU",
    "÷ yes",
    "÷ open",
)
"""`÷ yes`: by how much more than with rules that always say yes; `÷ open`: than without any rule. Ratios of CPU, where
it is known, else of the clock."""


def table(rows: Sequence[Measured]) -> str:
    """Return the figures as a Markdown table, padded to be read as it is."""
    cells = [HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [_line(row, widths) for row in cells]
    rule = "| " + " | ".join("-" * width for width in widths) + " |"
    return "\n".join([lines[0], rule, *lines[1:]])


def audit_line(times: Times) -> str:
    """Say what an audit row costs."""
    server = "unknown" if times.server is None else f"{times.server:.2f}"
    return (
        f"audit row: {times.client:.2f} ms of CPU here, {server} in the server, median {times.median:.2f} ms"
    )


def as_json(options: Options, insert_rate: float | None, rows: Sequence[Measured], audit_row: Times) -> str:
    """Return every figure, in milliseconds unless a name says otherwise."""
    figures: dict[str, Any] = {
        "messages": options.messages,
        "agents": options.agents,
        "repeat": options.repeat,
        "messages_stored_a_second": insert_rate,
        "audit_row": asdict(audit_row),
        "searches": [asdict(row) for row in rows],
    }
    return json.dumps(figures, indent=2)


def _cells(row: Measured) -> tuple[str, ...]:
    more = "" if row.is_exhaustive else "+"
    return (
        row.place,
        row.query,
        f"{row.matched}{more}",
        f"{row.eligible}{more}",
        _decimals(row.alone.median, 1),
        _decimals(row.alone.least, 1),
        _decimals(row.alone.p95, 1),
        _decimals(row.alone.cpu, 1),
        _decimals(row.call.ratio(row.open_call), 2),
        _decimals(row.retrieval.median, 1),
        _decimals(row.retrieval.cpu, 1),
        _decimals(row.retrieval.ratio(row.yes_retrieval), 2),
        _decimals(row.retrieval.ratio(row.open_retrieval), 2),
    )


def _decimals(number: float | None, places: int) -> str:
    return "" if number is None else f"{number:.{places}f}"


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"
