"""The tool: one search of one run, from the body a model wrote to the result it reads."""

import logging
from math import ceil
from typing import Any, Final

from conversation_search import limits
from conversation_search.audit import events
from conversation_search.audit.events import SearchRecord
from conversation_search.errors import (
    ConversationSearchError,
    DatabaseUnavailable,
    IdempotencyInProgress,
    NotFound,
    RunClosed,
    SearchTimeout,
)
from conversation_search.managers import audit, search
from conversation_search.managers.audit import SpendingRow
from conversation_search.managers.transactions import StatementError, in_transaction
from conversation_search.rate_limits import Standing
from conversation_search.retrieval import arguments
from conversation_search.runs import replay, searching
from conversation_search.runs.tool_request import BoundSearch, ToolRequest
from conversation_search.telemetry import tracing

logger = logging.getLogger(__name__)

TIMEOUTS: Final = frozenset({"57014", "55P03"})
"""SQLSTATEs of a statement that took too long, and of a lock that did."""


def search_history(request: ToolRequest) -> dict[str, Any]:
    """Answer one call; its audit row is written with it, or the call fails.

    Raises NotFound, RunClosed, RateLimited, InvalidArgument, UnknownArgument, TooLarge, IdempotencyKeyReused,
    IdempotencyInProgress, SearchTimeout, AuditUnavailable, DatabaseUnavailable.
    """
    with tracing.span("search_history") as span:
        result = _audited(request)
        span.set_attributes({"mesh.search_id": result["search_id"], "mesh.hits": result["count"]})
        return result


def _audited(request: ToolRequest) -> dict[str, Any]:
    refusal: ConversationSearchError
    try:
        return in_transaction(lambda: _answer(request))
    except NotFound:
        raise
    except StatementError as error:
        logger.warning("search refused: %s", error)
        refusal = SearchTimeout() if error.sqlstate in TIMEOUTS else DatabaseUnavailable()
    except ConversationSearchError as error:
        refusal = error
    except Exception:
        _record_refusal(request, ConversationSearchError())
        raise
    _record_refusal(request, refusal)
    raise refusal


def _answer(request: ToolRequest) -> dict[str, Any]:
    search.begin()
    if request.over_limit is not None:
        raise request.over_limit
    key = request.checked_key()
    if key and not audit.claim_idempotency_key(request.runtime_agent_id, request.run_id, key):
        raise IdempotencyInProgress
    run = audit.lock_run(request.runtime_agent_id, request.run_id, request.now)
    if run is None:
        raise NotFound
    if run.is_closed:
        raise RunClosed
    spent = audit.count_spending(request.runtime_agent_id, request.run_id, key, request.now)
    _check_rate(request, spent)
    if request.unreadable is not None:
        raise request.unreadable
    # Parsed before it is digested: what passes is small and flat.
    asked = arguments.parse(request.body)
    # What it means, not how it was written: a default that is spelled out is the same body.
    meant = {"query": asked.query, **arguments.applied(asked)}
    digest = request.secrets.request_digest(run.digest_salt, meant)
    first = replay.first_call(request.run_id, key, digest)
    remaining = limits.LEDGER_THROUGH_SEARCH - spent.messages_shown
    bound = BoundSearch.of(request, run, asked, remaining)
    if first is not None:
        return replay.again(bound, first)
    return searching.search(bound, audit.add_tool_call(run.runtime_agent_id, run.id, key, digest))


def _check_rate(request: ToolRequest, spent: SpendingRow) -> None:
    """Raise RateLimited for a search too many; a repeat of an answered call is none, so a lost answer can be had."""
    standing = Standing(
        policy="run",
        quota=limits.SEARCHES_A_RUN,
        window=int(limits.RUN_LIFETIME.total_seconds()),
        used=spent.searches + (not spent.is_repeat),
        reset=max(ceil(spent.seconds_left), 1),
    )
    request.standings[:] = [standing]
    if not spent.is_repeat:
        standing.check()


def _record_refusal(request: ToolRequest, refusal: ConversationSearchError) -> None:
    """Leave the audit row of a search that did not answer, in a transaction of its own."""
    status = "failed" if refusal.status >= ConversationSearchError.status else "refused"
    if isinstance(refusal, SearchTimeout):
        status = "timed_out"
    in_transaction(lambda: _record(request, status, refusal.code))


def _record(request: ToolRequest, status: str, refusal: str) -> None:
    row = SearchRecord(
        status=status,
        duration_ms=request.duration_ms(),
        query_digest=events.query_digest(request.secrets, request.runtime_agent_id, request.query_text),
        refusal=refusal,
        filters=_filters(request),
    )
    events.record(request.runtime_agent_id, request.run_id, row)


def _filters(request: ToolRequest) -> dict[str, Any]:
    """Return the filters of a search that did not answer; none when they were what was refused."""
    try:
        return arguments.applied(arguments.parse(request.body))
    except ConversationSearchError:
        return {}
