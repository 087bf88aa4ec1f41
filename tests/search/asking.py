"""Asks a run's search tool and reads what it left behind; everything goes through the service, nothing is faked."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from time import perf_counter
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import connections

from conversation_search.audit.digest import Secrets
from conversation_search.models import Conversation, MessageEvent, Run
from conversation_search.public_ids import PublicIds
from conversation_search.runs.search_history import search_history
from conversation_search.runs.tool_request import ToolRequest
from tests.database import column, execute, row, value

Answer = TypeVar("Answer")

NOW: Final = datetime(2026, 4, 1, 12, tzinfo=UTC)
"""When the searches of these tests are made: a month after the first message of the factories."""
RULES: Final = ("already_in_context", "no_evidence", "audience", "lineage", "below_cutoff")

AUDIT_ROW = """
SELECT status, refusal, query_digest, filters::text, destination::text, selected::text, neighbour_ids::text, matched,
    exclusions::text, ceiling_reached, ranking, degraded::text, replay_of_id, tool_call_id, requester_id, id
FROM conversation_search_events WHERE run_id = %(run_id)s::bigint ORDER BY id DESC LIMIT 1
"""
LEDGER = "SELECT message_event_id FROM ledger_entries WHERE run_id = %(run_id)s::bigint ORDER BY id"
FILL = """
INSERT INTO ledger_entries (runtime_agent_id, run_id, message_event_id, source, position, revision)
SELECT %(agent_id)s::bigint, %(run_id)s::bigint, event.id, 'window', 0, 0
FROM message_events AS event WHERE event.id = ANY(%(message_ids)s::bigint[])
"""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """The newest audit row of a run."""

    status: str
    refusal: str | None
    query_digest: str
    filters: dict[str, Any]
    destination: dict[str, Any]
    selected: list[dict[str, Any]]
    neighbour_ids: list[int]
    matched: int
    exclusions: dict[str, int]
    ceiling_reached: bool
    ranking: str
    degraded: list[str]
    replay_of_id: int | None
    tool_call_id: int | None
    requester_id: int | None
    id: int

    @property
    def is_balanced(self) -> bool:
        """Tell whether every match is accounted for, exactly once."""
        return self.matched == len(self.selected) + sum(self.exclusions.values())


def request(run: Run, body: object, key: str | None = None, now: datetime = NOW) -> ToolRequest:
    """Return a call of the tool as the edge would make it."""
    return ToolRequest(
        runtime_agent_id=run.runtime_agent_id,
        run_id=run.pk,
        body=body,
        idempotency_key=key,
        ids=public_ids(run),
        secrets=Secrets(settings.MESH_AGENT_MASTER_KEY, settings.SECRET_KEY),
        now=now,
        started=perf_counter(),
    )


def ask(
    run: Run, query: object = "migration", *, key: str | None = None, **arguments: object
) -> dict[str, Any]:
    """Search in a run and return the result as its model would read it."""
    answered = search_history(request(run, {"query": query, **arguments}, key))
    parsed: dict[str, Any] = json.loads(json.dumps(answered))
    return parsed


def asking_as(run: Run, agent_id: int) -> ToolRequest:
    """Return a call in a run by another perspective."""
    return replace(request(run, {"query": "migration"}), runtime_agent_id=agent_id)


def public_ids(run: Run) -> PublicIds:
    """Return the public ids of the run's perspective."""
    return PublicIds(bytes(run.runtime_agent.public_id_key))


def in_own_connection(work: Callable[[], Answer]) -> Answer:
    """Do this in a thread and close the connection that it has opened there."""
    try:
        return work()
    finally:
        connections.close_all()


def texts(result: dict[str, Any]) -> list[str]:
    """Return the texts of the hits, best first."""
    return [hit["text"] for hit in result["hits"]]


def shown_texts(result: dict[str, Any]) -> list[str]:
    """Return every text of a result, hits and neighbours."""
    return [
        text
        for hit in result["hits"]
        for text in (
            hit["text"],
            *(neighbour["text"] for side in ("before", "after") for neighbour in hit[side]),
        )
    ]


def found(run: Run, query: str = "migration", **arguments: Any) -> list[str]:  # noqa: ANN401 - whatever a model writes
    """Search and return the texts of the hits."""
    return texts(ask(run, query, **arguments))


def shown_ids(run: Run, result: dict[str, Any]) -> list[int]:
    """Return the ids of everything a result shows, as the database has them."""
    ids = public_ids(run)
    return [ids.decode("message", message_id) for message_id in result["message_ids"]]


def hit_ids(run: Run, result: dict[str, Any]) -> list[int]:
    """Return the ids of the hits, best first."""
    ids = public_ids(run)
    return [ids.decode("message", hit["message_id"]) for hit in result["hits"]]


def ledger(run: Run) -> list[int]:
    """Return what the run was shown, in the order in which it was."""
    return column(LEDGER, run_id=run.pk)


def fill_ledger(run: Run, message_ids: list[int]) -> None:
    """Put messages on the ledger, as a history window does."""
    execute(FILL, agent_id=run.runtime_agent_id, run_id=run.pk, message_ids=message_ids)


def audit_rows(run: Run) -> int:
    """Count the audit rows of a run."""
    counted: int = value(
        "SELECT count(*) FROM conversation_search_events WHERE run_id = %(run_id)s::bigint", run_id=run.pk
    )
    return counted


def last_audit(run: Run) -> AuditRow:
    """Return the newest audit row of a run."""
    plain = row(AUDIT_ROW, run_id=run.pk)
    json_fields = {"filters", "destination", "selected", "neighbour_ids", "exclusions", "degraded"}
    return AuditRow(
        *(
            json.loads(field) if name in json_fields else field
            for name, field in zip(AuditRow.__slots__, plain, strict=True)
        )
    )


def delete(message: MessageEvent) -> None:
    """Delete a message as its platform does."""
    execute(
        "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint", id=message.pk
    )


def edit(message: MessageEvent, body: str) -> None:
    """Edit a message as its platform does."""
    execute(
        "UPDATE message_events SET body = %(body)s::text, edited_at = now() WHERE id = %(id)s::bigint",
        id=message.pk,
        body=body,
    )


def list_members(room: Conversation, *members: str) -> None:
    """List the members of a room anew, as of now."""
    execute(
        "UPDATE conversations SET members = %(members)s::text[], members_as_of = now() WHERE id = %(id)s::bigint",
        members=list(members),
        id=room.pk,
    )
