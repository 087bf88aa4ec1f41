"""`manage.py run_erasures`: executes what was approved, verifies it, and verifies it again in time."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress as Bar

from conversation_search.erasure import receipts, requests, working
from conversation_search.erasure.requests import RequestRow, RequestsWanted
from conversation_search.managers import erasure_stores


class Command(BaseCommand):
    """Works on every request that is due, in short transactions, beside live writers and beside itself."""

    help = (
        "Executes approved erasures in batches, tries those again that a hold kept back, verifies each in a later "
        "transaction, and verifies complete ones again after a week. Run it on a schedule. Stopped at any moment it "
        "goes on where it was; two at once take turns."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--request", metavar="REFERENCE", help="only this request, whether it is due or not"
        )
        parser.add_argument("--dry-run", action="store_true", help="change nothing; list what is due")
        parser.add_argument("--json", action="store_true", help="print what became of each as JSON")

    def handle(self, *_: str, **options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Run it and print one line a request."""
        chosen = _named(options["request"]) if options["request"] else working.due(_now())
        told = [self._work(request, is_dry=options["dry_run"]) for request in chosen]
        if options["json"]:
            self.stdout.write(json.dumps(told))
            return
        for one in told:
            self.stdout.write("{request}: {status}, {done} of {total} items".format(**one))
        if not told:
            self.stderr.write("No erasure is due.")

    def _work(self, request: RequestRow, *, is_dry: bool) -> dict[str, object]:
        done = total = 0
        if not is_dry:
            with Bar(console=Console(file=sys.stderr), disable=not sys.stderr.isatty()) as bar:
                task = bar.add_task(request.reference, total=None)
                for worked in working.work(request, receipts.here()):
                    done, total = worked.progress.done, worked.progress.total
                    bar.update(task, completed=done, total=total)
        status = requests.find(request.request_id).status
        return {"request": request.reference, "status": status, "done": done, "total": total}


def _now() -> Any:  # noqa: ANN401 - a moment of the database's clock
    return erasure_stores.read_transaction().now


def _named(reference: str) -> list[RequestRow]:
    before_id = None
    while page := requests.listed(RequestsWanted(before_id=before_id), 200):
        found = [request for request in page if request.reference == reference]
        if found:
            return found
        before_id = page[-1].request_id
    raise CommandError("There is no request of this reference. Its page and its receipt name it.")
