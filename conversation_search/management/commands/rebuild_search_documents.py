"""`manage.py rebuild_search_documents`: compares the search index with the stored messages and mends it."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from conversation_search.indexing.rebuild import DEFECTS, WRONG, rebuild
from conversation_search.managers import indexing
from conversation_search.managers.indexing import AgentRow


class Command(BaseCommand):
    """Looks at every message of one agent or of all, in short transactions, beside live writers."""

    help = (
        "Finds search documents that are missing, stale (of an older text, evidence or rules) or orphan (of a deleted "
        "message), and builds them anew. Plain ones hold the plain words of a text that the rules could not handle. "
        "Stopped at any moment it goes on where it was. With --check, exit status 1 when any but plain ones are found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--agent", metavar="SLUG", help="only the documents of this agent")
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit with 1 when anything is wrong"
        )
        parser.add_argument("--dry-run", action="store_true", help="change nothing; tell what would be built")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Run it and print one line an agent."""
        agents = indexing.agents(options["agent"])
        if options["agent"] and not agents:
            raise CommandError("There is no agent of this slug. `manage.py issue_api_key` makes agents.")
        repair = not (options["check"] or options["dry_run"])
        counts = {agent.slug: _walk(agent, repair=repair) for agent in agents}
        if not agents:
            self.stderr.write("There are no agents yet.")
        if options["json"]:
            self.stdout.write(json.dumps(counts))
        else:
            for slug, found in counts.items():
                self.stdout.write(_sentence(slug, found, repair=repair))
        if options["check"] and any(found[defect] for found in counts.values() for defect in WRONG):
            raise CommandError(
                "The search index is not what the messages say. Run this command without --check."
            )


def _walk(agent: AgentRow, *, repair: bool) -> dict[str, int]:
    looked_at = 0
    defects: Counter[str] = Counter()
    with Progress(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
        start = indexing.progress(agent.id) if repair else 0
        task = bar.add_task(agent.slug, total=indexing.count_messages(agent.id, start))
        for step in rebuild(agent.id, repair=repair):
            looked_at += step.looked_at
            defects += step.defects
            bar.advance(task, step.looked_at)
    return {"messages": looked_at} | {defect: defects[defect] for defect in DEFECTS}


def _sentence(slug: str, found: dict[str, int], *, repair: bool) -> str:
    wrong = ", ".join(f"{found[defect]} {defect}" for defect in DEFECTS)
    verb = "mended" if repair else "found"
    return f"{slug}: {found['messages']} messages, {verb} {wrong}"
