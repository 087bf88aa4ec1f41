"""`manage.py replay_erasures`: after a restore from backup, erases again what had been erased since the backup."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress as Bar

from conversation_search.erasure import replay
from conversation_search.errors import InvalidArgument


class Command(BaseCommand):
    """Compares every message and memory with the erasure ledger, in short transactions."""

    help = (
        "Run this after a restore, before the service starts: takes the exported ledger in, then erases every message "
        "and memory that it knows. Holds are asked again. May be stopped and run again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "path",
            type=Path,
            nargs="?",
            help="what export_erasures wrote; without it the database's own ledger",
        )
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="take the ledger in and erase nothing; tell how much would be",
        )

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Run it and print what became of it."""
        is_dry = options["dry_run"]
        taken = _take_back(options["path"]) if options["path"] else 0
        found = held = 0
        with Bar(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("replaying", total=None)
            for batch in replay.replay(is_dry=is_dry):
                found += batch.found
                held += batch.held
                bar.update(task, completed=batch.looked_at_id)
        told = {"entries_taken": taken, "found": found, "erased": 0 if is_dry else found - held, "held": held}
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write(", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in told.items()))


def _take_back(path: Path) -> int:
    try:
        with path.open(encoding="utf-8") as file:
            return replay.take_back(file)
    except InvalidArgument as refused:
        message = f"{path}, {refused.errors[0].field}: {refused.detail}"
        raise CommandError(message) from None
    except (OSError, UnicodeDecodeError):
        message = f"{path} cannot be read."
        raise CommandError(message) from None
