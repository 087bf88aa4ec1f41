"""`manage.py verify_audit`: compares every sealed audit row with what was signed about it."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from conversation_search.errors import ConversationSearchError
from conversation_search.management.seal_keys import keyring
from conversation_search.seal.verifying import Report, sealed_rows, verify

WITHOUT_FILE = (
    "Rows that were cut off together with their checkpoints can be seen only with --checkpoints, a file that was kept "
    "elsewhere."
)


class Command(BaseCommand):
    """Verifies the seal beside everything else; each verification is recorded, and sealed itself."""

    help = (
        "Verifies every checkpoint and every sealed row, and names the first row that was altered, removed, added or "
        "cut off, with the checkpoint that proves it. Exit status 1 when anything is found, and when there is nothing "
        "to verify."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--checkpoints",
            metavar="FILE",
            type=Path,
            help="compare with checkpoints that `seal_audit --export` wrote elsewhere",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Verify and print what was found."""
        try:
            report = _verify(options["checkpoints"])
        except ConversationSearchError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(json.dumps(report.facts()) if options["json"] else _sentence(report))
        if report.finding is not None:
            raise CommandError(report.finding.sentence)
        if not report.is_sound:
            raise CommandError("Nothing is sealed yet. Run `manage.py seal_audit`.")


def _verify(checkpoints: Path | None) -> Report:
    keys = keyring()
    keys.check_verifies()
    with Progress(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("sealed rows", total=sealed_rows(keys))
        return verify(keys, checkpoints, lambda rows: bar.advance(task, rows))


def _sentence(report: Report) -> str:
    looked_at = (
        f"{report.rows} rows and {report.last_checkpoint} checkpoints verified; {report.pruned_rows} pruned."
    )
    return looked_at if report.with_file else f"{looked_at} {WITHOUT_FILE}"
