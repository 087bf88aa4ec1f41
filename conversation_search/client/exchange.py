"""How a call comes to its answer: when it is sent again, and after how long. Knows nothing of sockets or clocks.

One generator serves both clients: it yields what is to be done next, and is sent what came of it.
"""

from collections.abc import Generator
from dataclasses import dataclass
from json import JSONDecodeError, loads
from typing import Any, Final, TypeVar

from conversation_search.client.calls import Call
from conversation_search.client.errors import (
    ApiError,
    ConnectionLost,
    IdempotencyInProgress,
    RateLimited,
    error_of,
)

Answered = TypeVar("Answered")

PASSING: Final = frozenset({502, 503, 504})
"""Statuses of what may be over in a moment."""
FIRST_REFUSAL: Final = 400


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a call is sent at most, and how long its caller may be kept waiting each time, in seconds."""

    attempts: int = 4
    first_pause: float = 0.25
    longest_pause: float = 65.0
    """A minute of a key's limit and a little; a longer wait is the caller's to decide, so the refusal is raised."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send the call, and come back with what was received, or None when nothing was."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Received:
    """What came back."""

    status: int
    content: bytes
    retry_after: str = ""


Step = Send | Wait


def exchange(call: Call[Answered], retries: Retries) -> Generator[Step, Received | None, Answered]:
    """Return the answer of a call; raises ApiError, or ConnectionLost."""
    for attempt in range(1, retries.attempts + 1):
        received = yield Send()
        if received is not None and received.status < FIRST_REFUSAL:
            return call.answer.validate_python(_parsed(received.content))
        error = _error(call, received)
        pause = _pause(call, error, attempt, retries)
        if pause is None:
            raise error
        yield Wait(pause)
    raise AssertionError  # pragma: no cover - the last attempt returns or raises


def _error(call: Call[Any], received: Received | None) -> ApiError | ConnectionLost:
    if received is None:
        return ConnectionLost(f"{call.name} was not answered")
    wanted = received.retry_after.strip()
    retry_after = float(wanted) if wanted.isascii() and wanted.isdecimal() else None
    return error_of(call.name, received.status, _parsed(received.content), retry_after)


def _pause(call: Call[Any], error: ApiError | ConnectionLost, attempt: int, retries: Retries) -> float | None:
    """Return how long to wait before the call is sent again; None when it is not."""
    if attempt >= retries.attempts or not _may_repeat(call, error):
        return None
    told = error.retry_after if isinstance(error, ApiError) else None
    pause = retries.first_pause * 2 ** (attempt - 1) if told is None else told
    return pause if pause <= retries.longest_pause else None


def _may_repeat(call: Call[Any], error: ApiError | ConnectionLost) -> bool:
    """Tell whether sending it again can help and cannot harm: what was over a limit was never begun."""
    if isinstance(error, RateLimited):
        return True
    passing = isinstance(error, ConnectionLost | IdempotencyInProgress) or error.status in PASSING
    return call.is_repeatable and passing


def _parsed(content: bytes) -> Any:  # noqa: ANN401 - JSON may be anything
    try:
        return loads(content) if content else None
    except (JSONDecodeError, UnicodeDecodeError):
        return None
