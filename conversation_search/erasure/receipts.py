"""Receipts: what every store holds of a request, looked at in a transaction after the one that erased."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings

from conversation_search import limits
from conversation_search.audit.agents import AuditedAgent, audited_agents
from conversation_search.erasure import registry
from conversation_search.erasure.people import WORKER
from conversation_search.erasure.requests import RequestRow, find
from conversation_search.errors import Conflict, NotFound
from conversation_search.managers import erasure, erasure_items, erasure_stores
from conversation_search.managers.erasure_stores import ReceiptRow, StoreCount, TransactionRow
from conversation_search.managers.transactions import in_transaction

__all__ = ["Installation", "ReceiptRow", "canonical", "here", "newest", "receipts", "selector", "verify"]

VERIFIABLE: Final = ("erased", "complete", "incomplete")
VACUUM_NOTE: Final = (
    "The database reuses the space of what was deleted in time; until then it may lie unread in its files. "
    "`manage.py scrub_storage` rewrites those files at once."
)


@dataclass(frozen=True, slots=True)
class Installation:
    """What a receipt says of the installation: its code, and for how many days backups are kept, where that is told."""

    code_version: str
    backup_days: int | None


def here() -> Installation:
    """Return what this installation's configuration says."""
    return Installation(settings.CODE_VERSION, settings.BACKUP_DAYS)


def verify(request: RequestRow, installation: Installation) -> ReceiptRow:
    """Look into every store again and keep a receipt of what is found.

    Raises Conflict for a request that was not executed, or in the very transaction that erased.
    """
    in_transaction(lambda: _verify(request.request_id, installation))
    return newest(request.request_id)


def receipts(request_id: int) -> list[ReceiptRow]:
    """Return the receipts of a request, newest first."""
    return erasure_stores.list_receipts(request_id, limits.PAGE_SIZE)


def newest(request_id: int) -> ReceiptRow:
    """Return the newest receipt; NotFound where there is none yet."""
    found = erasure_stores.list_receipts(request_id, 1)
    if not found:
        raise NotFound
    return found[0]


def canonical(document: dict[str, Any]) -> str:
    """Return the one way to write a document: keys sorted, no blanks, every character as itself."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _verify(request_id: int, installation: Installation) -> None:
    if erasure.lock_request(request_id) not in VERIFIABLE:
        raise Conflict("This request was not executed.")
    request = find(request_id)
    transaction = erasure_stores.read_transaction()
    if transaction.transaction_id == request.erased_in:
        raise Conflict("A receipt is of a later transaction than the erasure.")
    stores = {store.name: store.verify(request_id) for store in registry.STORES}
    is_complete = not any(left.found for left in stores.values()) and not _unfinished(request_id)
    figures = {name: left.found for name, left in stores.items()}
    event_id = erasure.add_event(request_id, "verified", WORKER, {**figures, "complete": is_complete})
    document = {
        **_about(request),
        **_found(request, stores, transaction),
        "backups": _backup_note(request, installation),
        "code_version": installation.code_version,
        "complete": is_complete,
        "seal": {"table": "erasure_events", "row": event_id},
    }
    erasure_stores.add_receipt(request_id, canonical(document), is_complete=is_complete)
    erasure.end_verification(request_id, is_complete=is_complete)


def _unfinished(request_id: int) -> int:
    """Count what is to be erased and is not."""
    return sum(
        one.items
        for one in erasure_items.count(request_id)
        if one.choice == "erase" and one.state != "erased"
    )


def _about(request: RequestRow) -> dict[str, Any]:
    """Say what was asked for, by pseudonymous ids, and by whom."""
    return {
        "receipt_of": request.reference,
        "selector": selector(request, audited_agents().by_id[request.agent_id]),
        "reason": request.reason,
        "asked": _step(request.asked_by_kind, request.asked_by_name, request.asked_at),
        "approved": _step(request.decided_by_kind, request.decided_by_name, request.decided_at),
    }


def selector(request: RequestRow, agent: AuditedAgent) -> dict[str, Any]:
    """Say what a request means, by the ids that its agent's rows have outside."""
    ids = agent.ids
    people = None if request.actor_ids is None else [ids.encode("person", one) for one in request.actor_ids]
    message, room = request.message_id, request.conversation_id
    named = {
        "message": None if message is None else ids.encode("message", message),
        "conversation": None if room is None else ids.encode("room", room),
        "people": people,
        "after": _utc(request.sent_after),
        "before": _utc(request.sent_before),
    }
    return {
        "agent": agent.slug,
        "kind": request.kind,
        **{name: value for name, value in named.items() if value is not None},
    }


def _found(request: RequestRow, stores: dict[str, StoreCount], transaction: TransactionRow) -> dict[str, Any]:
    counted, deleted = request.counted_rows(), request.deleted_rows()
    names = erasure_stores.count_names(request.request_id)
    return {
        "stores": [
            {
                "store": store.name,
                "holds": store.holds,
                "before": counted.get(store.name, 0),
                "deleted": deleted.get(store.name, 0),
                "after": stores[store.name].found,
                "held": stores[store.name].held,
                "complete": not stores[store.name].found,
            }
            for store in registry.STORES
        ],
        "built_on_it": _descendants(request.request_id),
        "tombstones_left": erasure_items.count_tombstones(request.request_id),
        "named_by_number": {"ledger_entries": names.entries, "tool_calls": names.tool_calls},
        "elsewhere": [{"store": place.name, "why": place.why} for place in registry.ELSEWHERE],
        "erased": {"at": _utc(request.erased_at), "transaction": request.erased_in},
        "verified": {"at": _utc(transaction.now), "transaction": transaction.transaction_id},
        "vacuum": VACUUM_NOTE,
    }


def _descendants(request_id: int) -> dict[str, int]:
    states = {"erased": 0, "held": 0, "kept": 0, "pending": 0, "released": 0, "untouched": 0}
    for one in erasure_items.count(request_id):
        if not one.is_target:
            states[one.state] += one.items
    return states


def _backup_note(request: RequestRow, installation: Installation) -> str:
    erased = _utc(request.erased_at)
    if installation.backup_days is None:
        return f"Backups made before {erased} hold what was erased until they expire. After a restore replay erasures."
    return (
        f"Backups made before {erased} hold what was erased; they are kept for {installation.backup_days} days. "
        "After a restore replay erasures."
    )


def _step(kind: str | None, name: str | None, at: datetime | None) -> dict[str, str | None]:
    return {"by": name, "as": kind, "at": _utc(at)}


def _utc(at: datetime | None) -> str | None:
    return (
        None if at is None else at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    )
