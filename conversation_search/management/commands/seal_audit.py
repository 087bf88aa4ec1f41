"""`manage.py seal_audit`: numbers new audit rows and signs checkpoints, once or for as long as it runs."""

import json
import signal
import threading
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError
from django.db import close_old_connections

from conversation_search.errors import ConversationSearchError, DatabaseUnavailable
from conversation_search.management.seal_keys import keyring
from conversation_search.seal import exporting
from conversation_search.seal.keys import Keyring
from conversation_search.seal.sealing import Made, seal_everything

STDOUT = "-"


class Command(BaseCommand):
    """Seals what was written since the last checkpoint; several may run at once, one seals at a time."""

    help = (
        "Gives every new audit row the next number of its table and signs a checkpoint over them; after an hour "
        "without rows it signs one over the silence. Needs MESH_AUDIT_SEAL_KEY. With --every it goes on until it is "
        "stopped, and tries again when the database was away."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--every", metavar="SECONDS", type=_seconds, help="seal again and again")
        parser.add_argument(
            "--export",
            metavar="FILE",
            help="append every checkpoint that FILE lacks, one line of JSON each; - writes the new ones to stdout",
        )
        parser.add_argument("--show-key", action="store_true", help="print the public key and seal nothing")
        parser.add_argument("--json", action="store_true", help="print what was sealed as JSON, a line each")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Seal once, or again and again."""
        keys = keyring()
        try:
            if options["show_key"]:
                self._show_key(keys, as_json=options["json"])
            elif options["every"] is None:
                self._seal(keys, options)
            else:
                self._go_on(keys, options)
        except ConversationSearchError as error:
            raise CommandError(str(error)) from None

    def _show_key(self, keys: Keyring, *, as_json: bool) -> None:
        public = keys.signer().public
        told = {"key_id": public.key_id, "public_key": public.raw.hex()}
        lines = [json.dumps(told)] if as_json else [f"{name}: {value}" for name, value in told.items()]
        for line in lines:
            self.stdout.write(line)

    def _go_on(self, keys: Keyring, options: dict[str, Any]) -> None:
        stopped = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        while not stopped.is_set():
            try:
                self._seal(keys, options)
            except (DatabaseUnavailable, DatabaseError) as error:
                # What the driver says may quote an address; only our own refusals are told.
                told = error if isinstance(error, DatabaseUnavailable) else "the database does not answer."
                self.stderr.write(f"Not sealed, will be tried again: {told}")
            close_old_connections()
            stopped.wait(options["every"])

    def _seal(self, keys: Keyring, options: dict[str, Any]) -> None:
        export = options["export"]
        file = None if export in {None, STDOUT} else Path(export)
        if file is not None:
            exporting.check_continues(file)
        made = 0
        for one in seal_everything(keys):
            made += 1
            self._tell(one, options)
        if file is not None:
            appended = exporting.append_new(file)
            self.stderr.write(f"{appended} checkpoints appended to {file}.")
        if not made and options["every"] is None and not options["json"] and export != STDOUT:
            self.stdout.write("Nothing new; the next checkpoint over silence is not due yet.")

    def _tell(self, made: Made, options: dict[str, Any]) -> None:
        checkpoint = made.checkpoint
        if options["export"] == STDOUT:
            self.stdout.write(exporting.line(checkpoint.number, made.document).decode(), ending="")
        elif options["json"]:
            told = {"checkpoint": checkpoint.number, "rows": checkpoint.rows, "hash": made.document.hash}
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write(
                f"Checkpoint {checkpoint.number}: {checkpoint.rows} rows sealed, {checkpoint.total} in all."
            )


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 1 <= seconds <= 24 * 3600:
        raise ValueError
    return seconds
