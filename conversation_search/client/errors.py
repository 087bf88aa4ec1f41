"""What the API refuses, one exception for each code; none of them quotes what was sent."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class FieldProblem(BaseModel):
    """One field that was refused, and what to send instead."""

    field: str
    code: str
    hint: str


class DeniedMessage(BaseModel):
    """One message that may not be disclosed, and the first rule that says so."""

    message_id: str
    rule: str


class DeniedMemory(BaseModel):
    """One memory that may not be disclosed, and the first rule that says so."""

    memory_id: str
    rule: str


class DeniedToolResult(BaseModel):
    """One text of an external tool that not everyone who reads there may read."""

    tool_result_id: str
    rule: str


class Problem(BaseModel):
    """The body of a refusal (RFC 9457), as far as this client reads it; empty where something else answered."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    code: str = "unknown"
    title: str = ""
    detail: str = ""
    request_id: str = ""
    errors: list[FieldProblem] = Field(default_factory=list)
    denied: list[DeniedMessage] = Field(default_factory=list)
    denied_memories: list[DeniedMemory] = Field(default_factory=list)
    denied_tool_results: list[DeniedToolResult] = Field(default_factory=list)


class MeshError(Exception):
    """A call that did not come to its answer."""


class ConnectionLost(MeshError):
    """No answer came: whether the call was carried out is not known."""


class ApiError(MeshError):
    """A refusal: which call, its status, and the problem that was told; `retry_after` is in seconds."""

    code: ClassVar[str] = "unknown"

    def __init__(self, call: str, status: int, problem: Problem, retry_after: float | None = None) -> None:
        """Take the call by its method and address, and what was answered."""
        super().__init__(call, status, problem.code)
        self.call = call
        self.status = status
        self.problem = problem
        self.retry_after = retry_after

    def __str__(self) -> str:
        told = " ".join(filter(None, (self.problem.code, self.problem.request_id)))
        return f"{self.call} answered {self.status} {told}"

    @property
    def for_model(self) -> str:
        """What a model should read in place of a result, so that it can mend its call."""
        lines = [self.problem.detail or self.problem.title or self.problem.code]
        lines += [f"{one.field}: {one.hint}" for one in self.problem.errors]
        return "\n".join(dict.fromkeys(lines))


class Unauthenticated(ApiError):
    """No key, or one that is malformed, unknown or revoked."""

    code = "unauthenticated"


class MissingScope(ApiError):
    """The key may not do this."""

    code = "missing_scope"


class NotFound(ApiError):
    """Missing, malformed, or another agent's."""

    code = "not_found"


class MethodNotAllowed(ApiError):
    """The address does not take this method."""

    code = "method_not_allowed"


class InvalidArgument(ApiError):
    """A field cannot be accepted; `problem.errors` names it."""

    code = "invalid_argument"


class UnknownArgument(ApiError):
    """A key of the body is not known."""

    code = "unknown_argument"


class TooLarge(ApiError):
    """The body, or a text in it, is too large."""

    code = "too_large"


class Conflict(ApiError):
    """What was asked does not fit the state that its subject has by now."""

    code = "conflict"


class RunClosed(ApiError):
    """The run has its reply, or its hour is over."""

    code = "run_closed"


class OutOfTurn(ApiError):
    """What is decided was not asked for, was decided already, or was asked for by the one who would decide."""

    code = "out_of_turn"


class DisclosureDenied(ApiError):
    """The reply would disclose what it may not; `problem.denied` names messages. Nothing was stored."""

    code = "disclosure_denied"


class IdempotencyKeyReused(ApiError):
    """The key was used for another body."""

    code = "idempotency_key_reused"


class IdempotencyInProgress(ApiError):
    """The first call with this key has not ended."""

    code = "idempotency_in_progress"


class RateLimited(ApiError):
    """Too many calls; `retry_after` says when the next one can help."""

    code = "rate_limited"


class AuditUnavailable(ApiError):
    """The search could not be audited, so it was refused."""

    code = "audit_unavailable"


class SearchTimeout(ApiError):
    """The search took too long; it found nothing and hides nothing."""

    code = "search_timeout"


class DatabaseUnavailable(ApiError):
    """The database did not answer; nothing was kept."""

    code = "database_unavailable"


class InternalError(ApiError):
    """Something went wrong there; it was logged under `problem.request_id`."""

    code = "internal_error"


BY_CODE: Final[Mapping[str, type[ApiError]]] = {kind.code: kind for kind in ApiError.__subclasses__()}


def error_of(call: str, status: int, body: Any, retry_after: float | None) -> ApiError:  # noqa: ANN401 - JSON
    """Return the exception that tells an answer; anything that is no problem of ours is an ApiError of its own."""
    try:
        problem = Problem.model_validate(body)
    except ValidationError:
        problem = Problem()
    return BY_CODE.get(problem.code, ApiError)(call, status, problem, retry_after)
