"""Integrity: the seal of the audit, who verified it and with what result, and its checkpoints to take away."""

import hashlib
from collections.abc import Iterator

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.presenters.integrity import checks, verification_line
from audit_ui.views.access_log import place_number
from audit_ui.visits import Shown, Visit, page
from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.seal import overview as seal

REASON = "The checkpoints of the audit seal"
"""Why they are taken away: to be kept elsewhere; nobody has to say so."""


@page("integrity")
def integrity(visit: Visit) -> Shown:
    """Show the state of the seal, verifications, and checkpoints, newest first."""
    if "newer" in visit.request.GET:
        raise NotFound
    older = place_number(visit)
    lines = seal.checkpoints(older, limits.PAGE_SIZE + 1)
    state, verified = seal.state(), seal.verifications()
    shown = lines[: limits.PAGE_SIZE]
    here = reverse("audit:integrity")
    return Shown(
        "audit_ui/integrity.html",
        {
            "state": state,
            "checks": checks(state, verified, visit.now),
            "verifications": [verification_line(row) for row in verified],
            "checkpoints": shown,
            "older": f"{here}?older={shown[-1].number}" if len(lines) > len(shown) else None,
            "newest": here if older is not None else None,
            "may_download": visit.reader.may_open("download_checkpoints"),
        },
    )


@require_POST
@page("download_checkpoints")
def download_checkpoints(visit: Visit) -> HttpResponseBase:
    """Send every checkpoint as a line of JSON, as `seal_audit --export` writes them; recorded before and after."""
    visit.record(action="exported", reason=REASON)
    response = StreamingHttpResponse(_recorded(visit), content_type="application/jsonl")
    response["Content-Disposition"] = f'attachment; filename="checkpoints-{visit.now:%Y%m%d-%H%M%S}.jsonl"'
    response["Cache-Control"] = "no-store, private"
    return response


def _recorded(visit: Visit) -> Iterator[bytes]:
    """Give the lines, and record how it ended, whole or broken off."""
    digest, rows, complete = hashlib.sha256(), 0, False
    try:
        for line in seal.checkpoint_lines():
            digest.update(line)
            rows += 1
            yield line
        complete = True
    finally:
        details = {"rows": rows, "sha256": digest.hexdigest(), "complete": complete}
        visit.record(action="export_ended", reason=REASON, details=details)
