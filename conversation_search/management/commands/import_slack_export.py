"""`manage.py import_slack_export`: stores a Slack export as one agent's history."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from conversation_search.errors import DatabaseUnavailable, InvalidArgument
from conversation_search.importers.slack_errors import SlackExportError
from conversation_search.importers.slack_export import ImportRequest, import_export
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_report_text import report_lines
from conversation_search.importers.slack_storing import Advance
from conversation_search.managers import rooms

OPTIONS: Final = {"agent": "--agent", "connector.name": "--workspace", "agent_account_ids": "--agent-user"}
"""Which option gives a field that may be refused."""


class Command(BaseCommand):
    """Reads a zip or a folder, day by day; what is stored already is left alone, so it can always be run again."""

    help = (
        "Imports a Slack export (the zip, or the folder it was unpacked to) as the history of one agent, which is made "
        "when it is new. Run again after an interruption, or with a newer export, it stores only what is missing. It "
        "ends with a report in which every entry is counted once. Exit status 1 when the export cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("path", metavar="PATH", help="the export: a zip, or a folder")
        parser.add_argument("--agent", metavar="SLUG", required=True, help="whose history it becomes")
        parser.add_argument(
            "--workspace", metavar="NAME", required=True, help="the name of the connector: slack/NAME"
        )
        own = parser.add_mutually_exclusive_group(required=True)
        own.add_argument(
            "--agent-user",
            metavar="ID",
            action="extend",
            nargs="+",
            default=[],
            help="the agent's own account in the workspace (U…, or bot:B…): what it wrote is stored, never disclosed; "
            "give PATH before this option",
        )
        own.add_argument("--no-agent", action="store_true", help="the agent has no account in the workspace")
        parser.add_argument("--dry-run", action="store_true", help="check everything and keep nothing")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Import it and print the report."""
        agent_users = frozenset[str](options["agent_user"])
        request = ImportRequest(
            agent=options["agent"],
            workspace=options["workspace"],
            agent_users=agent_users,
            now=rooms.read_clock(),
            dry_run=options["dry_run"],
        )
        try:
            with SlackExport.open(options["path"], agent_users) as export, progress_of(export) as advance:
                report = import_export(export, request, advance)
        except SlackExportError as error:
            raise CommandError(str(error)) from error
        except DatabaseUnavailable as error:
            raise CommandError(f"{error}. Run this command again: it goes on where it stopped.") from error
        except InvalidArgument as error:
            options_named = ", ".join(OPTIONS.get(one.field, one.field) for one in error.errors)
            raise CommandError(f"{options_named}: {error}") from error
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(report_lines(report)))


@contextmanager
def progress_of(export: SlackExport) -> Iterator[Advance]:
    """Show a bar of day files on a terminal, and nothing elsewhere."""
    columns = (TextColumn("days"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("days", total=sum(export.day_count(room) for room in export.rooms()))
        yield lambda days: bar.advance(task, days)
