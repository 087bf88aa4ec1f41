"""The outermost layer of the API: a request id on every answer, a problem for whatever no route answered."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from conversation_search.api.problems import problem_response
from conversation_search.api.rate_limit_fields import add_fields
from conversation_search.api.request_ids import HEADER, request_id
from conversation_search.errors import (
    ConversationSearchError,
    InvalidArgument,
    MethodNotAllowed,
    NotFound,
    TooLarge,
)

PREFIX = "/api/v1"
REFUSALS: dict[int, type[ConversationSearchError]] = {
    400: InvalidArgument,
    404: NotFound,
    405: MethodNotAllowed,
    413: TooLarge,
}


class ApiBoundary:
    """Wraps everything below `/api/v1`, what Django itself refuses included."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Wrap the rest of the stack."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer one request."""
        response = self.get_response(request)
        if not request.path_info.startswith(f"{PREFIX}/"):
            return response
        if response.status_code >= 400 and "json" not in response.headers.get("Content-Type", ""):  # noqa: PLR2004
            response = _as_problem(request, response)
        response[HEADER] = request_id(request)
        add_fields(request, response)
        return response


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    refusal = REFUSALS.get(response.status_code, ConversationSearchError)
    told = problem_response(request, refusal())
    for name, value in response.items():
        if name != "Content-Length":
            told.headers.setdefault(name, value)
    return told


def unknown_address(request: HttpRequest, **_: str) -> HttpResponse:
    """Answer an address below `/api/v1` that no route has."""
    return problem_response(request, NotFound("There is no such address."))
