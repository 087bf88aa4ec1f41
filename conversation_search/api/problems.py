"""Every refusal leaves as `application/problem+json` (RFC 9457) with a closed code and the request's id.

Nothing that was sent is repeated, and nothing of a stack trace leaves: the log has where, never what.
"""

import logging
import traceback
from collections.abc import Callable
from typing import Any, Final, cast

from django.core.exceptions import RequestDataTooBig
from django.db import Error as DjangoDatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as RequestInvalid
from pydantic import BaseModel

from conversation_search.api.auth import caller
from conversation_search.api.request_ids import HEADER, request_id
from conversation_search.errors import (
    ConversationSearchError,
    DatabaseUnavailable,
    DisclosureDenied,
    InvalidArgument,
    NotFound,
    RateLimited,
    TooLarge,
    Unauthenticated,
)
from conversation_search.refusals import refusal

logger = logging.getLogger(__name__)

DENIALS: Final = {"denied", "denied_memories", "denied_tool_results"}
"""Members of a problem that only a refused disclosure has."""
MEDIA_TYPE: Final = "application/problem+json"
OPENAPI_RESPONSE: Final = {
    "description": "A refusal, as RFC 9457 has it",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
FOREIGN: Final[tuple[tuple[type[Exception], Callable[[], ConversationSearchError]], ...]] = (
    (AuthenticationError, Unauthenticated),
    (UnreadablePostError, lambda: InvalidArgument.of("body", "The body ended early. Send it again.")),
    (RequestDataTooBig, lambda: TooLarge("The body is too large. Send it in smaller parts.")),
    (Http404, NotFound),
    (HttpError, InvalidArgument),
    (DjangoDatabaseError, lambda: DatabaseUnavailable("Nothing of this request was kept. Try again.")),
)
"""What the frameworks raise, as we tell it."""


class ProblemField(BaseModel):
    """One field that was refused: its path, a closed code, and what to send instead."""

    field: str
    code: str
    hint: str


class ProblemDenied(BaseModel):
    """One message that may not be disclosed here, and the first rule that says so."""

    message_id: str
    rule: str


class ProblemDeniedMemory(BaseModel):
    """One memory that may not be disclosed here, and the first rule that says so."""

    memory_id: str
    rule: str


class ProblemDeniedToolResult(BaseModel):
    """One text of an external tool that was not granted to everyone who reads here."""

    tool_result_id: str
    rule: str


class Problem(BaseModel):
    """A refusal."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    errors: list[ProblemField] = []
    denied: list[ProblemDenied] | None = None
    denied_memories: list[ProblemDeniedMemory] | None = None
    denied_tool_results: list[ProblemDeniedToolResult] | None = None


def openapi_schemas() -> dict[str, Any]:
    """Return the schemas of a problem, by name."""
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    parts: dict[str, Any] = schema.pop("$defs")
    return {**parts, "Problem": schema}


def problem_response(request: HttpRequest, error: ConversationSearchError) -> HttpResponse:
    """Return the answer that tells this refusal."""
    problem = Problem(
        type=f"urn:mesh:problem:{error.code}",
        title=error.title,
        status=error.status,
        detail=error.detail or error.title,
        code=error.code,
        request_id=request_id(request),
        errors=[ProblemField(field=one.field, code=one.code, hint=one.hint) for one in error.errors],
        **_denials(request, error),
    )
    unset = None if isinstance(error, DisclosureDenied) else DENIALS
    response = HttpResponse(
        problem.model_dump_json(exclude=unset), status=error.status, content_type=MEDIA_TYPE
    )
    response[HEADER] = problem.request_id
    if isinstance(error, Unauthenticated):
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(error, RateLimited):
        response["Retry-After"] = str(error.retry_after)
    return response


def _denials(request: HttpRequest, error: ConversationSearchError) -> dict[str, Any]:
    """Return what a refused disclosure names, under public ids; nothing for another refusal."""
    if not isinstance(error, DisclosureDenied):
        return {}
    encode = caller(request).public_ids.encode
    return {
        "denied": [
            ProblemDenied(message_id=encode("message", one.message_id), rule=one.rule) for one in error.denied
        ],
        "denied_memories": [
            ProblemDeniedMemory(memory_id=encode("memory", one.memory_id), rule=one.rule)
            for one in error.denied_memories
        ],
        "denied_tool_results": [
            ProblemDeniedToolResult(tool_result_id=encode("tool_result", one.tool_result_id), rule=one.rule)
            for one in error.denied_tool_results
        ],
    }


def as_refusal(error: Exception) -> ConversationSearchError:
    """Return the refusal that any exception is told as."""
    # The framework wraps what the parser of the body raised.
    candidate = error.__cause__ if isinstance(error, HttpError) and error.__cause__ else error
    if isinstance(candidate, ConversationSearchError):
        return candidate
    if isinstance(error, RequestInvalid):
        return refusal({**problem, "loc": _callers_path(problem["loc"])} for problem in error.errors)
    for kind, refused in FOREIGN:
        if isinstance(error, kind):
            return refused()
    return ConversationSearchError("It was logged under this request_id.")


def _callers_path(path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return a path without what the framework puts before it: "body" and a parameter's name, or "query" and such."""
    return path[2:] if path[0] == "body" else path[1:]


def answer(request: HttpRequest, error: Exception) -> HttpResponse:
    """Tell an exception as a problem; what is our fault is logged, by place and never by content."""
    refused = as_refusal(error)
    if refused.status >= 500:  # noqa: PLR2004 - HTTP's line between the caller's faults and ours
        log_fault(request, error)
    return problem_response(request, refused)


def log_fault(request: HttpRequest, error: Exception) -> None:
    """Log where an exception arose. Its message may quote a text, so only a refusal's is written."""
    named = str(error) if isinstance(error, ConversationSearchError) else ""
    frames = traceback.extract_tb(error.__traceback__)
    place = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames[-6:]))
    logger.error("request_id=%s %s %s at %s", request_id(request), type(error).__name__, named, place)


def install(api: NinjaAPI) -> None:
    """Make this API answer every exception as a problem."""
    for kind in (Exception, Http404, HttpError, RequestInvalid):
        # The framework's types allow for a class in place of an exception; its code never passes one.
        api.add_exception_handler(kind, cast("Callable[[HttpRequest, Any], HttpResponse]", answer))
