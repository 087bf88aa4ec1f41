"""A tool call that comes again with its key: the same ids, allowed anew, read anew, and nothing spent."""

import hmac
import json
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

from conversation_search.audit import events
from conversation_search.audit.events import SearchRecord
from conversation_search.errors import IdempotencyKeyReused
from conversation_search.managers import audit
from conversation_search.managers.audit import FirstCallRow, ShownByCallRow
from conversation_search.retrieval import fallbacks, hydration, selection
from conversation_search.retrieval.hydration import Page
from conversation_search.retrieval.query import Query
from conversation_search.retrieval.ranking import Hit
from conversation_search.retrieval.selection import Exchange
from conversation_search.runs.tool_request import BoundSearch, fitting


def first_call(run_id: int, key: str | None, request_digest: bytes) -> FirstCallRow | None:
    """Return the first call with this key, if any; raises IdempotencyKeyReused when it asked otherwise."""
    first = audit.find_tool_call(run_id, key) if key else None
    if first is not None and not hmac.compare_digest(bytes(first.request_digest), request_digest):
        raise IdempotencyKeyReused
    return first


def again(bound: BoundSearch, first: FirstCallRow) -> dict[str, Any]:
    """Answer what the first call answered, without what is no longer allowed or was edited since."""
    shown = audit.shown_by_call(bound.run.id, first.tool_call_id)
    selected = json.loads(first.selected)
    exchanges = [_exchange(entry, shown) for entry in selected]
    query, page = _load(bound, exchanges)
    edited = {
        entry.message_event_id
        for entry in shown
        if page.rows[entry.message_event_id].revision != entry.revision
    }
    kept = selection.without(exchanges, page.refused | edited)
    hits = fitting(bound, hydration.render(page, query, kept, bound.request.ids, bound.request.now))
    kept = kept[: len(hits)]
    exhausted = first.status == "search_budget_exhausted"
    result = bound.result(hits, exhausted=exhausted, spent=0)
    record = _record(bound, first, result["status"], selected, kept)
    events.record(bound.run.runtime_agent_id, bound.run.id, record)
    return result | {"search_id": bound.request.ids.encode("search", first.search_id)}


def _load(bound: BoundSearch, exchanges: list[Exchange]) -> tuple[Query, Page]:
    """Read the page; a clause that its hits held, but not as it was written, had another in its place: so again."""
    page = hydration.load(bound.scope, bound.query, exchanges)
    missing = reduce(or_, (exchange.hit.bits for exchange in exchanges), 0) & ~page.located_bits
    query = fallbacks.expand(bound.scope, bound.query, bound.query.numbers(missing))
    return query, page if query == bound.query else hydration.load(bound.scope, query, exchanges)


def _exchange(selected: dict[str, Any], shown: list[ShownByCallRow]) -> Exchange:
    rank = selected["rank"]
    sides: dict[str, list[int]] = {"before": [], "after": []}
    for entry in shown:
        if entry.hit_rank == rank and entry.source in sides:
            sides[entry.source].append(entry.message_event_id)
    hit = Hit(selected["message_id"], selected["score"], selected["bits"], selected["components"])
    return Exchange(hit, sides["before"], sides["after"])


def _record(
    bound: BoundSearch, first: FirstCallRow, status: str, selected: list[dict[str, Any]], kept: list[Exchange]
) -> SearchRecord:
    """Return the row of the replay: what it disclosed again, and how much of the first it did not."""
    kept_ids = {exchange.hit.message_id for exchange in kept}
    row = SearchRecord(
        status=status,
        duration_ms=bound.request.duration_ms(),
        query_digest=bound.query_digest,
        tool_call_id=first.tool_call_id,
        filters=bound.filters,
        selected=[entry for entry in selected if entry["message_id"] in kept_ids],
        neighbour_ids=[message_id for exchange in kept for message_id in exchange.message_ids[1:]],
        matched=len(selected),
        degraded=list(bound.query.degraded),
        replay_of=first.search_id,
    )
    return replace(row, exclusions=events.exclusions({}, len(selected), len(row.selected)))
