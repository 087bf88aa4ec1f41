"""`manage.py prune_audit`: removes audit rows that are sealed and older than a date; their checkpoints stay."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from conversation_search import limits
from conversation_search.errors import ConversationSearchError
from conversation_search.management.seal_keys import keyring
from conversation_search.managers.rooms import read_clock
from conversation_search.seal.pruning import plan, prune


class Command(BaseCommand):
    """Prunes whole sealed segments, each looked at once more before it goes."""

    help = (
        "Removes sealed audit rows of searches, operators' looks and page visits, whole segments whose checkpoint was "
        "made before DATE (midnight UTC). Each segment is verified first, and one that fails stays. The checkpoints "
        "stay, and a signed record of what was pruned, so the audit verifies as before. Needs MESH_AUDIT_SEAL_KEY."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--before", metavar="DATE", required=True, type=_midnight, help="a date, for instance 2026-01-31"
        )
        parser.add_argument("--dry-run", action="store_true", help="remove nothing; tell what would go")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Prune and print how much went."""
        try:
            counts = self._counts(options["before"], is_dry=options["dry_run"])
        except ConversationSearchError as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps({"dry_run": options["dry_run"], "pruned": counts}))
            return
        verb = "would be pruned" if options["dry_run"] else "pruned"
        for stream, rows in counts.items():
            self.stdout.write(f"{stream}: {rows} rows {verb}")
        if not counts:
            self.stdout.write("No sealed segment is that old.")

    def _counts(self, before: datetime, *, is_dry: bool) -> dict[str, int]:
        keys = keyring()
        if before > read_clock() - limits.PRUNE_AGE_MIN:
            raise CommandError("Rows must be a day old. Choose an earlier date.")
        planned = {one.stream.key: one.rows for one in plan(keys, before)}
        if is_dry:
            return planned
        counts: Counter[str] = Counter()
        with Progress(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("rows", total=sum(planned.values()))
            for step in prune(keys, before):
                counts[step.stream] += step.rows
                bar.advance(task, step.rows)
        return dict(counts)


def _midnight(text: str) -> datetime:
    day = date.fromisoformat(text)
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
