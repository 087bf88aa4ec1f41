"""The arguments of the benchmark."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    """How large the transcript is, how often each search is measured, and what is written where."""

    messages: int
    agents: int
    repeat: int
    keep: bool
    database: str
    json: Path | None
    explain: Path | None


def parse(arguments: Sequence[str]) -> Options:
    """Read the command line; ends the program on a wrong one."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--messages", type=_positive, default=300_000, help="messages of all agents together")
    parser.add_argument(
        "--agents", type=_positive, default=20, help="agents; the second has half of the first's"
    )
    parser.add_argument("--repeat", type=_positive, default=30, help="times each search is measured")
    parser.add_argument(
        "--keep", action="store_true", help="leave the database, and use the one that was left"
    )
    parser.add_argument("--database", default="bench_mesh", metavar="NAME", help="the database to build")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write every figure to this file")
    parser.add_argument("--explain", type=Path, metavar="PATH", help="write the plans to this file")
    return Options(**vars(parser.parse_args(arguments)))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        message = "must be at least 1"
        raise argparse.ArgumentTypeError(message)
    return number
