"""`manage.py export_erasures`: writes the erasure ledger to a file, to be kept where no restore reaches it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from conversation_search.erasure import replay


class Command(BaseCommand):
    """Writes one line of JSON an entry: fingerprints, which nothing can be read from."""

    help = (
        "Writes the erasure ledger as lines of JSON. Keep the file outside the database and its backups, and write "
        "it anew after every run of run_erasures: replay_erasures reads it after a restore."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the argument."""
        parser.add_argument("path", type=Path, help="the file; it is replaced when all is written")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Write the file beside its place, then put it there."""
        path: Path = options["path"]
        partial = path.with_name(f"{path.name}.partial")
        written = 0
        try:
            with partial.open("w", encoding="utf-8") as file:
                for line in replay.lines():
                    file.write(f"{line}\n")
                    written += 1
            partial.replace(path)
        except OSError as error:
            message = f"{path} cannot be written: {error.strerror}."
            raise CommandError(message) from error
        self.stdout.write(f"{written} entries written.")
