"""What can go wrong, as the caller is told: one class a code, no text of messages or queries in any."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field that was refused: its path, a closed code, and what to send instead."""

    field: str
    code: str
    hint: str


class ConversationSearchError(Exception):
    """A refusal with an HTTP status, a closed code and a sentence that says what to do."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal_error"
    title: ClassVar[str] = "Something went wrong here"
    detail: str
    errors: tuple[FieldError, ...]

    def __init__(self, detail: str = "", errors: tuple[FieldError, ...] = ()) -> None:
        """Take a sentence that says what to do, and the fields concerned."""
        super().__init__(detail or self.title)
        self.detail = detail
        self.errors = errors


class InvalidArgument(ConversationSearchError):
    """A field has a value that cannot be accepted."""

    status = 422
    code = "invalid_argument"
    title = "A field was refused"

    @classmethod
    def of(cls, field: str, hint: str) -> "InvalidArgument":
        """Return the refusal of one field."""
        return cls(hint, (FieldError(field, "invalid_argument", hint),))


class UnknownArgument(ConversationSearchError):
    """The body has a key that means nothing here; it is refused, never ignored."""

    status = 422
    code = "unknown_argument"
    title = "A key of the body is not known here"


class TooLarge(ConversationSearchError):
    """The body, or a text in it, is larger than can be accepted."""

    status = 413
    code = "too_large"
    title = "This is too large"


class Unauthenticated(ConversationSearchError):
    """No key, or one that is malformed, unknown or revoked: always the same answer."""

    status = 401
    code = "unauthenticated"
    title = "A valid API key is needed"


class MissingScope(ConversationSearchError):
    """The key is valid and may not do this."""

    status = 403
    code = "missing_scope"
    title = "This API key lacks the scope that is needed here"


class MethodNotAllowed(ConversationSearchError):
    """The address exists and does not take this method."""

    status = 405
    code = "method_not_allowed"
    title = "This address does not take this method"


class IdempotencyKeyReused(ConversationSearchError):
    """The key was used for another body."""

    status = 422
    code = "idempotency_key_reused"
    title = "This Idempotency-Key belongs to another request"


class IdempotencyInProgress(ConversationSearchError):
    """The first request with this key has not ended."""

    status = 409
    code = "idempotency_in_progress"
    title = "The first request with this Idempotency-Key is still running"


class NotFound(ConversationSearchError):
    """Missing, malformed and another agent's are the same answer."""

    status = 404
    code = "not_found"
    title = "Not found"


class Conflict(ConversationSearchError):
    """What was asked does not fit the state that its subject has by now; nothing was changed."""

    status = 409
    code = "conflict"
    title = "This does not fit the present state"


class RunClosed(ConversationSearchError):
    """The run has its reply, or its hour is over."""

    status = 409
    code = "run_closed"
    title = "This run is closed"


class OutOfTurn(ConversationSearchError):
    """What is decided was not asked for, was decided already, or was asked for by the one who would decide."""

    status = 409
    code = "out_of_turn"
    title = "This cannot be done now, or not by you"


class RateLimited(ConversationSearchError):
    """The key or the run has used up what it may ask for now; `retry_after` is in seconds."""

    status = 429
    code = "rate_limited"
    title = "Too many requests"
    retry_after: int

    def __init__(self, detail: str, retry_after: int) -> None:
        """Take what to do, and the seconds until asking again can help."""
        super().__init__(detail)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class DeniedMessage:
    """One message of the ledger that may no longer be disclosed, and the first rule that says so."""

    message_id: int
    rule: str


@dataclass(frozen=True, slots=True)
class DeniedMemory:
    """One memory of the ledger that may no longer be disclosed, and the first rule that says so."""

    memory_id: int
    rule: str


@dataclass(frozen=True, slots=True)
class DeniedToolResult:
    """One text of an external tool that was not granted to everyone who reads here, and the rule that says so."""

    tool_result_id: int
    rule: str


class DisclosureDenied(ConversationSearchError):
    """The reply would disclose what may not be disclosed here now; nothing was stored."""

    status = 409
    code = "disclosure_denied"
    title = "The reply may not be sent here"
    denied: tuple[DeniedMessage, ...]
    denied_memories: tuple[DeniedMemory, ...]
    denied_tool_results: tuple[DeniedToolResult, ...]

    def __init__(
        self,
        denied: tuple[DeniedMessage, ...],
        denied_memories: tuple[DeniedMemory, ...] = (),
        denied_tool_results: tuple[DeniedToolResult, ...] = (),
    ) -> None:
        """Take the messages, memories and tool results that were denied; none when the sum of them was."""
        super().__init__("Open a new run and answer without the denied messages.")
        self.denied = denied
        self.denied_memories = denied_memories
        self.denied_tool_results = denied_tool_results


class SearchTimeout(ConversationSearchError):
    """The search took too long and was given up; it found nothing and hides nothing."""

    status = 503
    code = "search_timeout"
    title = "The search took too long"


class AuditUnavailable(ConversationSearchError):
    """The audit row could not be written, so nothing was disclosed."""

    status = 503
    code = "audit_unavailable"
    title = "The search could not be audited, so it was refused"


class DatabaseUnavailable(ConversationSearchError):
    """The database does not answer, or refused the statement."""

    status = 503
    code = "database_unavailable"
    title = "The database is not available"
