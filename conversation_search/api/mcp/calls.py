"""What happens in a thread when `/mcp` is called: everything that speaks to the database."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult

from conversation_search.api.calls import call_search
from conversation_search.api.clock import now
from conversation_search.api.mcp import tools
from conversation_search.api.mcp.admission import Admitted, admit
from conversation_search.api.problems import answer, as_refusal, log_fault
from conversation_search.api.rate_limit_fields import refusal_of
from conversation_search.errors import InvalidArgument, MethodNotAllowed

KEY_HEADER: Final = "Idempotency-Key"
INTERNAL_STATUS: Final = 500
"""HTTP's line between the caller's faults and ours."""

Done = TypeVar("Done")


def enter(request: HttpRequest) -> Admitted | HttpResponse:
    """Return who calls, or the refusal to be sent."""
    try:
        return _checked(request) or admit(request, now())
    except DisallowedHost:
        return answer(request, InvalidArgument())
    except Exception as error:  # noqa: BLE001 - told as a problem, and logged where it is our fault
        return answer(request, error)


def search(request: HttpRequest, admitted: Admitted, arguments: object) -> CallToolResult:
    """Answer one call of the tool; what a model cannot mend or must not read is an error of the protocol."""
    try:
        return tools.answered(_searched(request, admitted, arguments))
    except Exception as error:  # noqa: BLE001 - the same
        refused = as_refusal(error)
        if refused.status >= INTERNAL_STATUS:
            log_fault(request, error)
        if tools.is_told_to_model(refused):
            return tools.told(refused)
        code = INTERNAL_ERROR if refused.status >= INTERNAL_STATUS else INVALID_PARAMS
        raise MCPError(code, refused.title) from None


def refuse_beyond_limit(request: HttpRequest, admitted: Admitted, body: bytes) -> HttpResponse:
    """Return the refusal of a request beyond its key's limit; a search leaves its audit row before that."""
    refused = refusal_of(request)
    try:
        arguments = _arguments_of(body)
        if arguments is not None:
            _searched(request, admitted, arguments)
    except Exception as error:  # noqa: BLE001 - the same
        return answer(request, error)
    return answer(request, refused or InvalidArgument())


def in_own_connection(work: Callable[[], Done]) -> Done:
    """Do this and give the thread's connection back, as Django does after a request."""
    try:
        return work()
    finally:
        close_old_connections()


def _searched(request: HttpRequest, admitted: Admitted, arguments: object) -> dict[str, Any]:
    key = request.headers.get(KEY_HEADER)
    return call_search(request, admitted.caller, admitted.run_id, arguments, idempotency_key=key)


def _checked(request: HttpRequest) -> HttpResponse | None:
    """Demand what the middleware demands of every other request: a host of ours, TLS, and a method that is served."""
    host = request.get_host()
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        return HttpResponsePermanentRedirect(f"https://{host}{request.get_full_path()}")
    if request.method != "POST":
        refused = answer(
            request, MethodNotAllowed("Send POST; this server keeps no sessions and streams nothing.")
        )
        refused["Allow"] = "POST"
        return refused
    return None


def _arguments_of(body: bytes) -> object:
    """Return the arguments of a call of the tool; None for anything else."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_call = isinstance(message, dict) and message.get("method") == "tools/call"
    parameters = message.get("params") if is_call else None
    if not isinstance(parameters, dict) or parameters.get("name") != tools.SEARCH:
        return None
    return parameters.get("arguments") or {}
