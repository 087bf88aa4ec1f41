"""Tells whether the process is up, and whether everything is in place that an answer needs."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from conversation_search.api import readiness
from conversation_search.api.responses import respond
from conversation_search.api.schemas.health import CheckOut, Health, Readiness

router = Router(tags=["health"])


@router.api_operation(["HEAD"], "/healthz", auth=None, include_in_schema=False)
@router.get("/healthz", auth=None, response=Health)
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell that the process is up; asks nobody."""
    del request
    return respond(Health(status="ok"))


@router.api_operation(["HEAD"], "/readyz", auth=None, include_in_schema=False)
@router.get("/readyz", auth=None, response={200: Readiness, 503: Readiness})
def readyz(request: HttpRequest) -> HttpResponse:
    """Tell whether requests may be sent here: 200 when every check passes, else 503 with what is wrong."""
    del request
    found = readiness.checks()
    ready = all(check.ok for check in found)
    told = Readiness(
        status="ready" if ready else "not_ready",
        checks={check.name: CheckOut(ok=check.ok, detail=check.detail) for check in found},
    )
    return respond(told, status=200 if ready else 503)
