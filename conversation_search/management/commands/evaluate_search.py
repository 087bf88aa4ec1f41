"""`manage.py evaluate_search`: measures how well search finds the answers to known questions."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich import progress
from rich.console import Console

from conversation_search.errors import DatabaseUnavailable
from conversation_search.evaluation import dataset, measuring, rankings, report
from conversation_search.evaluation.dataset import Dataset, DatasetError
from conversation_search.evaluation.outside import EngineMissing

EXAMPLES: Final = """
examples:
  manage.py evaluate_search tests/quality/harbourline
  manage.py evaluate_search DATASET --ranking current --ranking seed --ranking bm25s
  manage.py evaluate_search DATASET --ranking current --ranking named_speaker=1,recency=0
  manage.py evaluate_search DATASET --scope perspective --queries 200 --output quality.json

rankings:
  current      the search as it is
  words-only   without any weight but that of the words; without-NAME is without one of them
  NAME=VALUE   the search with other weights, several of them set apart by commas
  seed         the specification's first design: any English word, ts_rank_cd
  bm25s, tantivy   other engines, with the development requirements
"""


class Command(BaseCommand):
    """Stores the conversations where nobody sees them, asks, and takes everything back."""

    help = (
        "Measures how well search finds the messages that answer known questions. DATASET is a folder with "
        "conversations.jsonl and queries.jsonl (docs/quality.md). Its conversations are stored in an agent of their "
        "own within one transaction that is rolled back, so nothing of it stays. Figures are percentages, each with "
        "the interval that holds 95% of its resamples."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's own signature
        """Keep the lines of the examples as they are."""
        parser = super().create_parser(prog_name, subcommand, epilog=EXAMPLES, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("dataset", metavar="DATASET", type=Path, help="the folder of the data set")
        parser.add_argument(
            "--ranking",
            metavar="NAME",
            action="append",
            help="a ranking to compare; may be repeated (current)",
        )
        parser.add_argument(
            "--scope",
            choices=list(report.SCOPES),
            default="conversation",
            help="search the conversation that is asked about, or all of them in one perspective (conversation)",
        )
        parser.add_argument(
            "--queries", metavar="N", type=_count, help="ask N of the questions, evenly spread"
        )
        parser.add_argument(
            "--apart",
            metavar="CATEGORY",
            action="append",
            default=[],
            help="leave a category out of the total; may be repeated",
        )
        parser.add_argument(
            "--output",
            metavar="PATH",
            type=Path,
            help="also write every figure, of each question too, as JSON",
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Measure and print the table."""
        names = list(dict.fromkeys(options["ranking"] or ["current"]))
        try:
            chosen = {name: rankings.ranking(name) for name in names}
            asked = dataset.read(options["dataset"]).sample(options["queries"])
            with progress_of(asked, options["scope"], len(chosen)) as told:
                measured = measuring.measure(asked, options["scope"], chosen, told)
        except (DatasetError, rankings.UnknownRanking, EngineMissing) as error:
            raise CommandError(str(error)) from error
        except DatabaseUnavailable as error:
            raise CommandError(f"{error}. Nothing was kept.") from error
        summed = report.rows(measured, options["apart"])
        if options["output"]:
            _write(options["output"], json.dumps(report.as_json(measured, summed), ensure_ascii=False))
        shown = report.as_json(measured, summed)["rows"] if options["json"] else None
        self.stdout.write(
            report.markdown(measured, summed) if shown is None else json.dumps(shown, ensure_ascii=False)
        )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from error


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


@contextmanager
def progress_of(asked: Dataset, scope: measuring.Scope, compared: int) -> Iterator[measuring.Progress]:
    """Show a bar of messages stored and one of questions asked on a terminal, and nothing elsewhere."""
    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    console = Console(file=sys.stderr)
    with progress.Progress(*columns, console=console, disable=not sys.stderr.isatty()) as bar:
        groups = list(measuring.perspectives(asked, scope))
        messages = sum(len(one.messages) for conversations, _ in groups for one in conversations)
        storing = bar.add_task("messages stored", total=messages)
        asking = bar.add_task("questions asked", total=len(asked.questions) * compared)
        yield measuring.Progress(
            lambda count: bar.advance(storing, count), lambda count: bar.advance(asking, count)
        )
