"""Tunes on a data set: reads it once, then tries everything and prints the record as a table."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from conversation_search.evaluation.metrics import Scores
    from tests.quality.tuning.search import Trial

HEADER = """| axis | tried | training R@10 | nDCG@10 | apart R@10 | held out R@10 | nDCG@10 | C@10 | apart R@10 | |
| - | - | -: | -: | -: | -: | -: | -: | -: | - |"""


def main(arguments: Sequence[str]) -> None:
    """Tune as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.tuning", description=__doc__)
    parser.add_argument("dataset", metavar="DATASET", type=Path, help="the folder of the data set")
    parser.add_argument("--scope", choices=["conversation", "perspective"], default="conversation")
    parser.add_argument(
        "--apart", metavar="CATEGORY", action="append", default=[], help="report it, do not tune on it"
    )
    parser.add_argument("--swap", action="store_true", help="train on the half that otherwise judges")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    # What follows needs Django's models.
    from conversation_search.evaluation import dataset  # noqa: PLC0415
    from conversation_search.evaluation.measuring import Progress  # noqa: PLC0415
    from tests.quality.tuning import collecting, search  # noqa: PLC0415
    from tests.quality.tuning.rescoring import CURRENT  # noqa: PLC0415

    progress = Progress(lambda _: None, _dot)
    asked = collecting.collect(dataset.read(options.dataset), options.scope, progress)
    parts = search.split(asked, options.apart, swapped=options.swap)
    sys.stdout.write(f"{HEADER}\n")
    chosen = []
    for trial, is_chosen in search.trials(parts, CURRENT):
        sys.stdout.write(f"{_row(trial, is_chosen=is_chosen)}\n")
        sys.stdout.flush()
        chosen += [trial] if is_chosen else []
    for figure in ("r_10", "ndcg_10", "c_10"):
        won = search.gain(chosen[0].held_out, chosen[-1].held_out, figure)
        sys.stdout.write(f"held out, {figure}: {won.mean:+.3f} ({won.low:+.3f} to {won.high:+.3f})\n")


def _dot(_count: int) -> None:
    sys.stderr.write(".")
    sys.stderr.flush()


def _row(trial: "Trial", *, is_chosen: bool) -> str:
    cells = [
        trial.axis,
        trial.label,
        _percent(trial.training, "r_10"),
        _percent(trial.training, "ndcg_10"),
        _percent(trial.training_apart, "r_10"),
        _percent(trial.held_out, "r_10"),
        _percent(trial.held_out, "ndcg_10"),
        _percent(trial.held_out, "c_10"),
        _percent(trial.held_out_apart, "r_10"),
        "chosen" if is_chosen else "",
    ]
    return f"| {' | '.join(cells)} |"


def _percent(scores: "Sequence[Scores]", figure: str) -> str:
    return f"{100 * mean(getattr(each, figure) for each in scores):.1f}" if scores else ""


if __name__ == "__main__":
    main(sys.argv[1:])
