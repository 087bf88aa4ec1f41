"""`manage.py scrub_storage`: writes the files of the database anew, so that nothing deleted lies in them unread."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from conversation_search.managers import erasure_stores
from conversation_search.managers.transactions import StatementError

LEFT: str = (
    "The transaction log still holds what was deleted. As a superuser run SELECT pg_switch_wal(); CHECKPOINT; and "
    "see that wal_recycle is off, or wait until the server has written its log files over. Archived logs and backups "
    "expire by themselves."
)


class Command(BaseCommand):
    """Rewrites tables under an exclusive lock: for a maintenance window."""

    help = (
        "The database reuses the space of deleted text in time. This rewrites the tables that hold text, their "
        "indexes and the planner's statistics at once. Nobody can read or write meanwhile; a million messages take "
        "minutes and need as much free space again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the option."""
        parser.add_argument(
            "--dry-run", action="store_true", help="change nothing; tell what would be rewritten"
        )

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Rewrite, and say what is left to do."""
        if options["dry_run"]:
            self.stdout.write(
                "Would rewrite message_events, memories, message_search_documents, search_vocabulary."
            )
            return
        try:
            erasure_stores.rewrite_text()
        except StatementError as error:
            message = f"Nothing more was rewritten ({error}). Try again when nobody uses the tables."
            raise CommandError(message) from error
        self.stdout.write(LEFT)
