"""One call of the search tool: as it came in, and as it was bound to its run."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import Any

from conversation_search import limits
from conversation_search.audit.digest import Secrets
from conversation_search.errors import ConversationSearchError, InvalidArgument, RateLimited
from conversation_search.managers.audit import SearchingRunRow
from conversation_search.public_ids import PublicIds
from conversation_search.rate_limits import Standing
from conversation_search.retrieval import query
from conversation_search.retrieval.arguments import SearchHistoryArguments, applied, interval
from conversation_search.retrieval.query import Query
from conversation_search.retrieval.searcher import Scope
from conversation_search.text import storable


@dataclass(frozen=True, slots=True)
class ToolRequest:
    """One call of the tool: by whom, in which run, what the model wrote, and when."""

    runtime_agent_id: int
    run_id: int
    body: object
    idempotency_key: str | None
    ids: PublicIds
    secrets: Secrets
    now: datetime
    started: float
    unreadable: ConversationSearchError | None = None
    """Why the edge could not read the body, when it could not; refused and audited as any other."""
    over_limit: RateLimited | None = None
    """Why the key may not ask now, when it may not; refused and audited likewise."""
    standings: list[Standing] = field(default_factory=list)
    """How the run stands against its limit, once it was counted; for the edge to tell."""

    @property
    def query_text(self) -> str:
        """The query as it was written, for its digest; empty when there is none."""
        text = self.body.get("query") if isinstance(self.body, Mapping) else None
        return text if isinstance(text, str) else ""

    def checked_key(self) -> str | None:
        """Return the Idempotency-Key; raises InvalidArgument for one that cannot be kept as it is."""
        key = self.idempotency_key
        if key is None or (1 <= len(key) <= limits.EXTERNAL_ID_CHARACTERS and storable(key) == key):
            return key
        raise InvalidArgument.of(
            "Idempotency-Key", f"Send 1 to {limits.EXTERNAL_ID_CHARACTERS} characters, or no key."
        )

    def duration_ms(self) -> float:
        """Milliseconds since the call came in."""
        return (perf_counter() - self.started) * 1000


@dataclass(frozen=True, slots=True)
class BoundSearch:
    """A valid call of an open run: what is asked, within which bounds, and how many messages are left."""

    request: ToolRequest
    run: SearchingRunRow
    arguments: SearchHistoryArguments
    scope: Scope
    query: Query
    remaining: int

    @classmethod
    def of(
        cls, request: ToolRequest, run: SearchingRunRow, arguments: SearchHistoryArguments, remaining: int
    ) -> "BoundSearch":
        """Bind a call to its run; raises InvalidArgument for times that are not an interval."""
        after, before = interval(arguments.after, arguments.before)
        scope = Scope(run.runtime_agent_id, run.id, arguments.speaker, after, before)
        return cls(request, run, arguments, scope, query.parse(arguments.query), remaining)

    @property
    def filters(self) -> dict[str, Any]:
        """The filters as they were applied; times in UTC."""
        return applied(self.arguments)

    @property
    def query_digest(self) -> str:
        """The digest that stands for the query in its audit row."""
        return self.request.secrets.query_digest(self.run.digest_salt, self.arguments.query)

    def result(self, hits: list[dict[str, Any]], *, exhausted: bool, spent: int) -> dict[str, Any]:
        """Return the result in the key order of the contract; the search's id is set once it has one."""
        found = "ok" if hits else "no_matches"
        return {
            "status": "search_budget_exhausted" if exhausted else found,
            "message_ids": shown_ids(hits),
            "count": len(hits),
            "search_id": self.request.ids.encode("search", 0),
            "applied": self.filters,
            "degraded": list(self.query.degraded),
            "budget": {"limit": limits.LEDGER_THROUGH_SEARCH, "remaining": max(self.remaining - spent, 0)},
            "hits": hits,
        }


def fitting(bound: BoundSearch, hits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out the last hits until the whole result is small enough."""
    while hits and _size(bound.result(hits, exhausted=False, spent=0)) > limits.RESULT_BYTES:
        hits = hits[:-1]
    return hits


def _size(result: dict[str, Any]) -> int:
    return len(json.dumps(result, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def shown_ids(hits: list[dict[str, Any]]) -> list[str]:
    """Return every id in a list of hits: each hit, then what stands beside it."""
    return [
        message_id
        for hit in hits
        for message_id in (
            hit["message_id"],
            *(neighbour["message_id"] for side in ("before", "after") for neighbour in hit[side]),
        )
    ]
