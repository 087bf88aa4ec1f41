"""`manage.py destroy_digest_key`: makes the query digests of one agent incomparable with anything, for good."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from conversation_search.errors import ConversationSearchError
from conversation_search.seal import shredding


class Command(BaseCommand):
    """Destroys the salt of one agent's digests; the audit rows and their seal stay as they are."""

    help = (
        "Destroys the key with which the queries of an agent are digested. Nobody can compare a guess with its digests "
        "any more, and new searches of the agent have none. The audit verifies as before. Backups hold the key until "
        "they expire."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--agent", metavar="SLUG", required=True, help="the agent whose key it is")
        parser.add_argument("--dry-run", action="store_true", help="destroy nothing; tell what would be")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Destroy the key and say what that means."""
        slug: str = options["agent"]
        try:
            found = shredding.look(slug) if options["dry_run"] else shredding.destroy(slug)
        except ConversationSearchError as error:
            raise CommandError(str(error)) from None
        told = {
            "agent": slug,
            "existed": found.exists,
            "destroyed": found.exists and not options["dry_run"],
            "digests": found.digests,
        }
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write(_sentence(slug, found, is_dry=options["dry_run"]))


def _sentence(slug: str, found: shredding.DigestKey, *, is_dry: bool) -> str:
    if not found.exists:
        return f"{slug} has no digest key any more."
    verb = "would be destroyed" if is_dry else "is destroyed"
    return f"The digest key of {slug} {verb}; {found.digests} digests cannot be compared with anything then."
