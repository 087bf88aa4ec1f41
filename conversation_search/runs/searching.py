"""A search that is asked for the first time: found, vouched for, put on the ledger, audited."""

from dataclasses import dataclass, replace
from typing import Any

from conversation_search import limits
from conversation_search.audit import events
from conversation_search.audit.events import SearchRecord
from conversation_search.managers import audit
from conversation_search.managers.audit import ShownByCallRow
from conversation_search.retrieval import hydration, searcher, selection
from conversation_search.retrieval.hydration import Page
from conversation_search.retrieval.matching import NO_MATCHES
from conversation_search.retrieval.query import Query
from conversation_search.retrieval.searcher import NOTHING_FOUND, Found
from conversation_search.retrieval.selection import Exchange
from conversation_search.runs.tool_request import BoundSearch, fitting, shown_ids


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown: exchanges with their vouched rows, out of what was found."""

    found: Found
    exchanges: list[Exchange]
    page: Page


NOTHING = Answer(NOTHING_FOUND, [], Page({}, NO_MATCHES))


def search(bound: BoundSearch, tool_call_id: int) -> dict[str, Any]:
    """Answer a search, within what is left of the run's ledger; raises AuditUnavailable."""
    exhausted = bound.remaining <= 0
    answer, hits = (NOTHING, []) if exhausted else _fitting(bound)
    result = bound.result(hits, exhausted=exhausted, spent=len(shown_ids(hits)))
    _put_on_ledger(bound, tool_call_id, answer)
    record = _record(bound, tool_call_id, result["status"], answer)
    search_id = events.record(bound.run.runtime_agent_id, bound.run.id, record)
    return result | {"search_id": bound.request.ids.encode("search", search_id)}


def _fitting(bound: BoundSearch) -> tuple[Answer, list[dict[str, Any]]]:
    """Search for fewer hits until all of them fit: a hit that does not may then stand beside another."""
    limit = min(bound.arguments.limit, bound.remaining)
    while True:
        answer = _vouched(bound, limit)
        rendered = hydration.render(
            answer.page, bound.query, answer.exchanges, bound.request.ids, bound.request.now
        )
        hits = fitting(bound, rendered)
        if len(hits) == len(rendered) or not hits:
            return replace(answer, exchanges=answer.exchanges[: len(hits)]), hits
        limit = len(hits)


def _vouched(bound: BoundSearch, limit: int) -> Answer:
    """Search until the authority allows the whole page; what it refuses is replaced and counted."""
    refused: set[int] = set()
    for _ in range(limits.VOUCH_ROUNDS):
        found = searcher.find(bound.scope, bound.query, limit, sorted(refused), bound.request.now)
        exchanges = selection.choose(found.hits, bound.remaining)
        page = hydration.load(bound.scope, found.query, exchanges)
        if not page.refused:
            return Answer(found, exchanges, page)
        # The index cannot be trusted: look further ahead, so that the page fills however much of it is wrong.
        refused |= page.refused
        refused |= searcher.find_refused(bound.scope, bound.query, sorted(refused), bound.request.now)
    kept = selection.without(exchanges, page.refused)
    return Answer(found.without(len(exchanges) - len(kept)), kept, page)


def _put_on_ledger(bound: BoundSearch, tool_call_id: int, answer: Answer) -> None:
    shown = [
        ShownByCallRow(message_id, source, rank, place, answer.page.rows[message_id].revision)
        for rank, exchange in enumerate(answer.exchanges, start=1)
        for source, message_ids in (
            ("hit", [exchange.hit.message_id]),
            ("before", exchange.before),
            ("after", exchange.after),
        )
        for place, message_id in enumerate(message_ids)
    ]
    if shown:
        audit.add_ledger_entries(bound.run.runtime_agent_id, bound.run.id, tool_call_id, shown)


def _record(bound: BoundSearch, tool_call_id: int, status: str, answer: Answer) -> SearchRecord:
    found, exchanges = answer.found, answer.exchanges
    return SearchRecord(
        status=status,
        duration_ms=bound.request.duration_ms(),
        query_digest=bound.query_digest,
        tool_call_id=tool_call_id,
        filters=bound.filters,
        selected=[selected(rank, exchange, bound.query) for rank, exchange in enumerate(exchanges, start=1)],
        neighbour_ids=[message_id for exchange in exchanges for message_id in exchange.message_ids[1:]],
        matched=found.matched,
        exclusions=events.exclusions(found.excluded, found.eligible, len(exchanges)),
        ceiling_reached=events.ceiling_reached(found.matched, is_exhaustive=found.is_exhaustive),
        ranking="exhaustive" if found.is_exhaustive else "bounded",
        degraded=list(bound.query.degraded),
    )


def selected(rank: int, exchange: Exchange, query: Query) -> dict[str, Any]:
    """Return what an audit row says of one hit: ids and figures only."""
    hit = exchange.hit
    return {
        "message_id": hit.message_id,
        "rank": rank,
        "score": hit.score,
        "components": hit.components,
        "bits": hit.bits,
        "why": hydration.why(hit, query),
    }
