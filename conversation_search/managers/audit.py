"""The statements that record a search: its tool call, its ledger entries and its audit row."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conversation_search import limits
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """Whether the key is ours for this transaction."""

    claimed: bool


@dataclass(frozen=True, slots=True)
class SearchingRunRow:
    """A run as a search finds it, locked."""

    id: int
    runtime_agent_id: int
    requester_id: int | None
    digest_salt: bytes | None
    is_closed: bool


@dataclass(frozen=True, slots=True)
class SaltRow:
    """The salt of one perspective's digests."""

    digest_salt: bytes | None


@dataclass(frozen=True, slots=True)
class SpendingRow:
    """How often a run has searched, how many distinct messages it has been shown, and the seconds left of it.

    `is_repeat` tells that this call was answered before.
    """

    searches: int
    messages_shown: int
    is_repeat: bool
    seconds_left: float


@dataclass(frozen=True, slots=True)
class IdRow:
    """The id of what was written."""

    id: int


@dataclass(frozen=True, slots=True)
class FirstCallRow:
    """The first call with a key, and what its search selected, as JSON."""

    tool_call_id: int
    request_digest: bytes
    search_id: int
    status: str
    selected: str


@dataclass(frozen=True, slots=True)
class ShownByCallRow:
    """One message that a call has shown, and where."""

    message_event_id: int
    source: str
    hit_rank: int
    place: int
    revision: int


FIND_DIGEST_SALT = Statement("find_digest_salt", SaltRow)
CLAIM_IDEMPOTENCY_KEY = Statement("claim_idempotency_key", ClaimRow)
LOCK_RUN_FOR_SEARCH = Statement("lock_run_for_search", SearchingRunRow)
COUNT_SPENDING = Statement("count_spending", SpendingRow)
ADD_LEDGER_ENTRIES = Statement("add_ledger_entries", Done)
FIND_TOOL_CALL = Statement("find_tool_call", FirstCallRow)
ADD_TOOL_CALL = Statement("add_tool_call", IdRow)
LIST_SHOWN_BY_CALL = Statement("list_shown_by_call", ShownByCallRow)
RECORD_SEARCH = Statement("record_search", IdRow)


def claim_idempotency_key(runtime_agent_id: int, run_id: int, key: str) -> bool:
    """Hold a tool call's key until the transaction ends; False while another request holds it, True for no such run."""
    row = CLAIM_IDEMPOTENCY_KEY.first(runtime_agent_id=runtime_agent_id, run_id=run_id, idempotency_key=key)
    return row is None or row.claimed


def digest_salt(runtime_agent_id: int) -> bytes | None:
    """Return the salt of the agent's query digests; None once it was destroyed."""
    return FIND_DIGEST_SALT.one(runtime_agent_id=runtime_agent_id).digest_salt


def lock_run(runtime_agent_id: int, run_id: int, now: datetime) -> SearchingRunRow | None:
    """Lock a run of this agent; None when there is none."""
    return LOCK_RUN_FOR_SEARCH.first(runtime_agent_id=runtime_agent_id, run_id=run_id, now=now)


def count_spending(runtime_agent_id: int, run_id: int, key: str | None, now: datetime) -> SpendingRow:
    """Return what a locked run has spent; searches up to their limit: refused ones count, replays do not."""
    return COUNT_SPENDING.one(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        idempotency_key=key,
        now=now,
        quota=limits.SEARCHES_A_RUN,
    )


def add_ledger_entries(
    runtime_agent_id: int, run_id: int, tool_call_id: int, shown: Sequence[ShownByCallRow]
) -> None:
    """Put what a search shows on the ledger."""
    ADD_LEDGER_ENTRIES.run(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        tool_call_id=tool_call_id,
        message_ids=[entry.message_event_id for entry in shown],
        sources=[entry.source for entry in shown],
        hit_ranks=[entry.hit_rank for entry in shown],
        places=[entry.place for entry in shown],
        revisions=[entry.revision for entry in shown],
    )


def find_tool_call(run_id: int, key: str) -> FirstCallRow | None:
    """Return the first call of the run with this key, if there was one."""
    return FIND_TOOL_CALL.first(run_id=run_id, idempotency_key=key)


def add_tool_call(runtime_agent_id: int, run_id: int, key: str | None, request_digest: bytes) -> int:
    """Record a call of the search tool and return its id."""
    return ADD_TOOL_CALL.one(
        runtime_agent_id=runtime_agent_id, run_id=run_id, idempotency_key=key, request_digest=request_digest
    ).id


def shown_by_call(run_id: int, tool_call_id: int) -> list[ShownByCallRow]:
    """Return what one call has shown, hits in rank order."""
    return LIST_SHOWN_BY_CALL.all(run_id=run_id, tool_call_id=tool_call_id)


def record_search(runtime_agent_id: int, run_id: int, row: dict[str, Any]) -> int | None:
    """Write one audit row and return its id, None for no such run; lists and dicts are stored as JSON."""
    plain = {
        name: json.dumps(value) if isinstance(value, dict | list) else value for name, value in row.items()
    }
    written = RECORD_SEARCH.first(runtime_agent_id=runtime_agent_id, run_id=run_id, **plain)
    return None if written is None else written.id
