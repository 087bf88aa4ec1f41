"""Tells every caller how it stands, in the fields of draft-ietf-httpapi-ratelimit-headers-10.

`RateLimit-Policy` names each limit with its quota `q` and its window `w`, `RateLimit` what remains of it, `r`, and the
seconds until it is reset, `t`. Both are lists of structured fields (RFC 9651).
"""

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse

from conversation_search.errors import RateLimited
from conversation_search.rate_limits import Standing

POLICY: Final = "RateLimit-Policy"
STATE: Final = "RateLimit"


def tell(request: HttpRequest, *standings: Standing) -> None:
    """Keep how the caller of this request stands, to be told with the answer; a limit is told once."""
    known = {standing.policy: standing for standing in (*standings_of(request), *standings)}
    request.mesh_standings = tuple(known.values())  # type: ignore[attr-defined]


def standings_of(request: HttpRequest) -> Sequence[Standing]:
    """Return what is to be told, in the order in which it was counted."""
    known: tuple[Standing, ...] = getattr(request, "mesh_standings", ())
    return known


def refusal_of(request: HttpRequest) -> RateLimited | None:
    """Return the refusal of a request beyond a limit; None within all of them."""
    refusals = (standing.refusal() for standing in standings_of(request))
    return next((refused for refused in refusals if refused is not None), None)


def fields_of(standings: Sequence[Standing]) -> dict[str, str]:
    """Return the fields that tell these standings; none for none."""
    if not standings:
        return {}
    return {
        POLICY: ", ".join(f'"{one.policy}";q={one.quota};w={one.window}' for one in standings),
        STATE: ", ".join(f'"{one.policy}";r={one.remaining};t={one.reset}' for one in standings),
    }


def add_fields(request: HttpRequest, response: HttpResponse) -> None:
    """Put the fields on an answer."""
    for name, value in fields_of(standings_of(request)).items():
        response[name] = value
