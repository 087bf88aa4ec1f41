"""What a worker does on a schedule: executes what was approved, verifies it later, and verifies again in time."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from conversation_search import limits
from conversation_search.erasure import execution, receipts
from conversation_search.erasure.execution import Progress
from conversation_search.erasure.receipts import Installation
from conversation_search.erasure.requests import RequestRow, RequestsWanted, find, gather, listed


@dataclass(frozen=True, slots=True)
class Worked:
    """One request that was worked on, and how far it has come; `is_complete` is None until it is verified."""

    request: RequestRow
    progress: Progress
    is_complete: bool | None = None


def due(now: datetime) -> list[RequestRow]:
    """Return the requests to work on: gathered half, approved, stopped half way, not complete, or verified long ago."""
    most = limits.PAGE_SIZE_MAX
    retried = RequestsWanted(statuses=("incomplete",), verified_before=now - limits.ERASURE_RETRY_AFTER)
    again = RequestsWanted(statuses=("complete",), verified_before=now - limits.ERASURE_VERIFY_AFTER)
    unfinished = RequestsWanted(statuses=("gathering", "approved", "running", "erased"))
    return [request for wanted in (unfinished, retried, again) for request in reversed(listed(wanted, most))]


def work(request: RequestRow, installation: Installation) -> Iterator[Worked]:
    """Take a request as far as it goes, batch by batch; whoever stops it may begin again where it was."""
    if request.status == "gathering":
        gather(request)
        yield Worked(request, Progress(0, 0))
        return
    progress = Progress(0, 0)
    if request.status != "complete":
        for progress in execution.execute(request):
            yield Worked(request, progress)
    else:
        execution.remove_tombstones(request.request_id)
    receipt = receipts.verify(request, installation)
    yield Worked(find(request.request_id), progress, receipt.is_complete)
