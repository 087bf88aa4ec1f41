"""The id under which one request is found again in the log, in its answer and in a problem."""

import re
import uuid
from typing import Final

from django.http import HttpRequest

HEADER: Final = "X-Request-ID"
SANE: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What a caller's own id may look like: anything else could forge lines of a log."""


def request_id(request: HttpRequest) -> str:
    """Return the caller's id of this request when it is sane, else one of our own; the same at every call."""
    known = getattr(request, "mesh_request_id", None)
    if isinstance(known, str):
        return known
    offered = request.headers.get(HEADER, "")
    chosen = offered if SANE.fullmatch(offered) else uuid.uuid4().hex
    request.mesh_request_id = chosen  # type: ignore[attr-defined]
    return chosen
