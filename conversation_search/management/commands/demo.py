"""`manage.py demo`: imports the invented workspace and tells its story; `make demo` serves it afterwards."""

import logging
import secrets
import shutil
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console, RenderableType

from conversation_search.client import MeshError
from conversation_search.demo import story, telling
from conversation_search.demo.client import open_api
from conversation_search.demo.invitation import Invitation
from conversation_search.demo.reader import make_reader
from conversation_search.demo.stage import Rejected, Stage
from conversation_search.demo.workspace import AGENT, import_workspace
from conversation_search.identity import api_keys
from conversation_search.managers import rooms

WIDEST: Final = 96
"""Columns that the story is laid out for; it narrows with the terminal, to 80 without harm."""


@contextmanager
def without_request_lines() -> Iterator[None]:
    """Keep the log's line for every request out of the terminal in which a story is told."""
    logger = logging.getLogger("mesh.request")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


class Command(BaseCommand):
    """Tells the story through the API itself, so that what is printed is what a caller gets."""

    help = (
        "Imports a small invented Slack workspace for the agent `demo` and tells, through the API, what may be found "
        "where and why the rest may not. May be run again: what the story adds, it deletes at its end. Prints a key "
        "and a command to try it with; `make demo` then serves."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--port", type=int, default=8000, help="where the server will listen (8000)")
        parser.add_argument("--once", action="store_true", help="tell the story only; nothing will be served")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Import, tell, and invite."""
        now = rooms.read_clock()
        self._show(telling.opening(import_workspace(now)))
        key = api_keys.issue(AGENT, api_keys.SCOPES).key
        try:
            with without_request_lines(), Stage(open_api(key), secrets.token_hex(4), now) as stage:
                self._tell(stage)
        except (MeshError, Rejected) as error:
            raise CommandError(f"The story broke off: {error}.") from error
        self._invite(Invitation(options["port"], key), once=options["once"])

    def _tell(self, stage: Stage) -> None:
        scene = story.ask_everywhere(stage)
        self._show(telling.same_question(scene))
        self._show(telling.laundered(story.launder(stage)))
        self._show(telling.deleted(story.delete_a_source(stage)))
        self._show(telling.audit_row(scene.asked[0]))

    def _invite(self, invitation: Invitation, *, once: bool) -> None:
        self._show([telling.heading("Try it")])
        served = "once `make serve` runs" if once else "in a moment"
        reader = make_reader()
        self.stdout.write(f"The audit pages, {served}: {invitation.audit}")
        self.stdout.write(f"Sign in there as {reader.username} with the password {reader.password}\n\n")
        self.stdout.write(f"API documentation, {served}: {invitation.docs}")
        self.stdout.write(
            "Open a run in Priya's direct message and search there, with a key made just now:\n\n"
        )
        self.stdout.write(invitation.command())
        self.stdout.write("")

    def _show(self, parts: Iterable[RenderableType]) -> None:
        """Print the parts of a scene, in colour on a terminal that has it."""
        width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
        console = Console(force_terminal=self.stdout.isatty(), width=width, highlight=False)
        with console.capture() as captured:
            for part in parts:
                console.print(part)
        self.stdout.write("\n".join(line.rstrip() for line in captured.get().split("\n")), ending="")
