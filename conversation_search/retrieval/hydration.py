"""Writes what a model reads, from canonical rows that were vouched for in the statement that read them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final

from conversation_search import limits
from conversation_search.managers import search
from conversation_search.managers.search import ShownRow
from conversation_search.public_ids import PublicIds
from conversation_search.retrieval.arguments import iso
from conversation_search.retrieval.matching import Matches
from conversation_search.retrieval.query import Query
from conversation_search.retrieval.ranking import Hit, reasons
from conversation_search.retrieval.searcher import Scope
from conversation_search.retrieval.selection import Exchange
from conversation_search.retrieval.snippets import opening, snippet

UNNAMED_ROOM: Final = "another conversation"
UNNAMED_CHANNEL: Final = "elsewhere"
UNNAMED: Final = {
    "direct": "direct message",
    "group_direct": "group message",
    "private_channel": "a private channel",
    "public_channel": "a public channel",
}
AGES: Final = (("year", 365 * 86400), ("month", 30 * 86400), ("day", 86400), ("hour", 3600), ("minute", 60))
"""Units of an age in words, with their seconds, largest first."""


@dataclass(frozen=True, slots=True)
class Page:
    """Vouched rows by message id, and what in their texts the query matches."""

    rows: dict[int, ShownRow]
    matches: Matches

    @property
    def refused(self) -> set[int]:
        """The ids that the authority did not allow."""
        return {message_id for message_id, row in self.rows.items() if not row.is_allowed}

    @property
    def located_bits(self) -> int:
        """The clauses of which a place is known in what was read, as bits."""
        places = (place for row in self.rows.values() for place in self.matches.places(search.pieces_of(row)))
        return reduce(or_, (place.bits for place in places), 0)


def load(scope: Scope, query: Query, exchanges: list[Exchange]) -> Page:
    """Vouch for everything that is about to be shown, and read it."""
    hit_ids = [exchange.hit.message_id for exchange in exchanges]
    message_ids = [message_id for exchange in exchanges for message_id in exchange.message_ids]
    rows = search.hydrate(
        scope.runtime_agent_id, scope.run_id, message_ids, hit_ids, query.clauses, query.exact
    )
    return Page(rows, Matches.of(query, [search.pieces_of(rows[message_id]) for message_id in hit_ids]))


def render(
    page: Page, query: Query, exchanges: list[Exchange], ids: PublicIds, now: datetime
) -> list[dict[str, Any]]:
    """Return the hits in the shape and key order of the contract."""
    return [_hit(page, query, exchange, ids, now) for exchange in exchanges]


def why(hit: Hit, query: Query) -> list[str]:
    """Return the closed labels that say why a hit was chosen."""
    optional = hit.bits & ~query.required_bits
    return reasons(hit.components, words=bool(optional), phrase=bool(query.required_bits))


def _hit(page: Page, query: Query, exchange: Exchange, ids: PublicIds, now: datetime) -> dict[str, Any]:
    row = page.rows[exchange.hit.message_id]
    pieces = search.pieces_of(row)
    shown = snippet(pieces, page.matches.places(pieces), limits.HIT_CHARACTERS)
    return {
        "where": _where(row),
        "channel": row.namespace or UNNAMED_CHANNEL,
        "this_conversation": row.is_current,
        "when": iso(row.sent_at),
        "ago": ago(now - row.sent_at),
        "speaker": row.speaker,
        "text": shown.text,
        "matches": [list(match) for match in shown.matches],
        "before": [_neighbour(page.rows[message_id], ids) for message_id in exchange.before],
        "after": [_neighbour(page.rows[message_id], ids) for message_id in exchange.after],
        "score": round(exchange.hit.score, 4),
        "why": why(exchange.hit, query),
        "message_id": ids.encode("message", row.message_event_id),
    }


def _neighbour(row: ShownRow, ids: PublicIds) -> dict[str, Any]:
    return {
        "message_id": ids.encode("message", row.message_event_id),
        "when": iso(row.sent_at),
        "speaker": row.speaker,
        "text": opening(search.pieces_of(row)[0][1], limits.NEIGHBOUR_CHARACTERS),
    }


def _where(row: ShownRow) -> str:
    if not row.may_be_named:
        return UNNAMED_ROOM
    if row.room_name and row.kind in {"private_channel", "public_channel"}:
        return f"#{row.room_name}"
    return UNNAMED[row.kind]


def ago(age: timedelta) -> str:
    """Return an age as a person would say it."""
    seconds = int(age.total_seconds())
    for unit, size in AGES:
        count = seconds // size
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
