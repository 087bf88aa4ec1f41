"""Exports of audit rows: canonical JSON lines, or CSV that no spreadsheet runs; both under public ids, in UTC."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from conversation_search.audit.agents import Agents
from conversation_search.audit.events import RULES
from conversation_search.audit.listing import AuditedSearch

COLUMNS: Final = (
    "agent",
    "search_id",
    "run_id",
    "searched_at",
    "duration_ms",
    "status",
    "refusal",
    "requester",
    "room",
    "room_kind",
    "visibility",
    "readers",
    "filters",
    "matched",
    "selected",
    "neighbours",
    *RULES,
    "ceiling_reached",
    "ranking",
    "degraded",
    "replay_of",
    "query_digest",
)
"""What both forms hold, in the order of the CSV."""

STARTS_A_FORMULA: Final = re.compile(r"\s*[=+\-@\t\r|%]")
"""What a spreadsheet may run when a cell begins with it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """One exported row, and when it was written."""

    at: datetime
    line: bytes


def json_lines(rows: Iterable[AuditedSearch], agents: Agents) -> Iterator[Exported]:
    """Give each row as one line of JSON: keys sorted, no spaces, UTF-8."""
    for row in rows:
        text = json.dumps(record(row, agents), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        yield Exported(row.searched_at, text.encode() + b"\n")


def csv_lines(rows: Iterable[AuditedSearch], agents: Agents) -> Iterator[Exported]:
    """Give each row as one line of CSV (RFC 4180); the header is `csv_header`."""
    for row in rows:
        values = record(row, agents)
        yield Exported(row.searched_at, _csv_line([_cell(values[column]) for column in COLUMNS]))


def csv_header() -> bytes:
    """Return the names of the columns."""
    return _csv_line(list(COLUMNS))


def record(row: AuditedSearch, agents: Agents) -> dict[str, Any]:
    """Return an audit row under public ids and pseudonyms."""
    ids = agents.by_id[row.agent_id].ids
    destination = json.loads(row.destination)
    readers = destination.get("readers")
    removed = json.loads(row.exclusions)
    return {
        "agent": agents.by_id[row.agent_id].slug,
        "search_id": ids.encode("search", row.search_id),
        "run_id": ids.encode("run", row.run_id),
        "searched_at": row.searched_at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "duration_ms": row.duration_ms,
        "status": row.status,
        "refusal": row.refusal,
        "requester": None if row.requester_id is None else ids.encode("person", row.requester_id),
        "room": ids.encode("room", row.conversation_id),
        "room_kind": destination.get("kind"),
        "visibility": destination.get("visibility"),
        "readers": None if readers is None else len(readers),
        "filters": json.loads(row.filters),
        "matched": row.matched,
        "selected": [
            {**hit, "message_id": ids.encode("message", hit["message_id"])}
            for hit in json.loads(row.selected)
        ],
        "neighbours": [ids.encode("message", number) for number in json.loads(row.neighbour_ids)],
        **{rule: removed.get(rule, 0) for rule in RULES},
        "ceiling_reached": row.ceiling_reached,
        "ranking": row.ranking,
        "degraded": json.loads(row.degraded),
        "replay_of": None if row.replay_of_id is None else ids.encode("search", row.replay_of_id),
        "query_digest": row.query_digest,
    }


def _csv_line(cells: list[str]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode()


def _cell(value: object) -> str:
    """Return a cell; one that a spreadsheet could run is made text by an apostrophe."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return f"'{text}" if isinstance(value, str) and STARTS_A_FORMULA.match(text) else text
