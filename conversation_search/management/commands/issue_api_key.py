"""`manage.py issue_api_key`: makes a bearer key, and its agent when that is new, and shows the key once."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from conversation_search.errors import ConversationSearchError
from conversation_search.identity import api_keys
from conversation_search.identity.api_keys import SCOPES, IssuedKey


class Command(BaseCommand):
    """Issues one key for one agent; keys are listed and revoked in the admin."""

    help = (
        "Makes an API key and prints it once, alone on the last line; only its hash is kept. Makes the agent when "
        "there is none of this name. Keys are listed and revoked in the admin."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--agent", metavar="SLUG", required=True, help="the agent that the key belongs to"
        )
        parser.add_argument(
            "--scope",
            choices=SCOPES,
            action="append",
            required=True,
            help="what the key may do; may be given several times",
        )
        parser.add_argument("--json", action="store_true", help="print the key and what it is as JSON")
        parser.add_argument("--dry-run", action="store_true", help="make nothing; tell what would be made")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Issue the key and print it."""
        slug: str = options["agent"]
        scopes = sorted(set(options["scope"]))
        try:
            api_keys.check_slug(slug)
            if options["dry_run"]:
                self._tell({"agent": slug, "scopes": scopes, "dry_run": True}, as_json=options["json"])
                return
            issued = api_keys.issue(slug, tuple(scopes))
        except ConversationSearchError as error:
            raise CommandError(str(error)) from None
        self._show(slug, scopes, issued, as_json=options["json"])

    def _show(self, slug: str, scopes: list[str], issued: IssuedKey, *, as_json: bool) -> None:
        told = {
            "agent": slug,
            "agent_created": issued.agent_created,
            "scopes": scopes,
            "prefix": issued.prefix,
        }
        if as_json:
            self._tell(told | {"key": issued.key}, as_json=True)
            return
        self._tell(told, as_json=False)
        self.stdout.write("This is the only time that the key is shown:")
        self.stdout.write(issued.key)

    def _tell(self, told: dict[str, object], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(told))
            return
        for name, value in told.items():
            shown = ", ".join(value) if isinstance(value, list) else value
            self.stdout.write(f"{name.replace('_', ' ')}: {shown}")
