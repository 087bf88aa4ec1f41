"""`manage.py apply_retention`: deletes what has expired, and purges what no hold keeps any more."""

import json
import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from conversation_search.managers import indexing
from conversation_search.managers.indexing import AgentRow
from conversation_search.retention import applying
from conversation_search.retention.applying import Step


class Command(BaseCommand):
    """Goes through one agent or all of them in short transactions, beside live writers."""

    help = (
        "Deletes messages that have expired under the retention policies, and purges deleted ones whose text no legal "
        "hold and no legal minimum keeps any more. Each batch asks policies and holds anew. Stopped at any moment it "
        "goes on where it was; two at once share the work. Run it on a schedule, once an hour say."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--agent", metavar="SLUG", help="only the messages of this agent")
        parser.add_argument(
            "--dry-run", action="store_true", help="delete nothing; count what would be deleted and kept"
        )
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Run it and print one line an agent."""
        agents = indexing.agents(options["agent"])
        if options["agent"] and not agents:
            raise CommandError("There is no agent of this slug. `manage.py issue_api_key` makes agents.")
        if not agents:
            self.stderr.write("There are no agents yet.")
        run_key = uuid4()
        dry_run = options["dry_run"]
        found = {
            agent.slug: applying.preview(agent.id, run_key) if dry_run else _applied(agent, run_key)
            for agent in agents
        }
        if options["json"]:
            self.stdout.write(json.dumps({slug: _counts(step) for slug, step in found.items()}))
        else:
            for slug, step in found.items():
                self.stdout.write(_sentence(slug, step, dry_run=dry_run))


def _applied(agent: AgentRow, run_key: UUID) -> Step:
    total = Step()
    with Progress(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(agent.slug, total=None if bar.disable else applying.due(agent.id))
        for step in applying.apply(agent.id, run_key):
            total += step
            bar.advance(task, step.deleted + step.kept + step.purged)
    return total


def _counts(step: Step) -> dict[str, int]:
    return {"deleted": step.deleted, "kept": step.kept, "purged": step.purged}


def _sentence(slug: str, step: Step, *, dry_run: bool) -> str:
    verb = "would be" if dry_run else "were"
    return (
        f"{slug}: {step.deleted} expired messages {verb} deleted, {step.kept} hidden and kept by a hold or a legal "
        f"minimum, {step.purged} kept until now {verb} purged"
    )
