"""The erasure ledger as lines outside the database, and its replay after a restore from backup."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final

from conversation_search import limits
from conversation_search.audit.agents import audited_agents
from conversation_search.errors import InvalidArgument
from conversation_search.ingest import deletion
from conversation_search.managers import erasure_ledger, erasure_stores
from conversation_search.managers.erasure_ledger import RestoredRow
from conversation_search.managers.transactions import in_transaction

Look = Callable[[int, int, int], RestoredRow]
Erase = Callable[[int, Sequence[int]], None]

FIELDS: Final = ("agent", "fingerprint", "request", "erased_at")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What one batch of a replay looked at, found to hold text although it was erased, and could not erase again."""

    looked_at_id: int
    found: int
    held: int


def lines() -> Iterator[str]:
    """Write every entry as one line of JSON, oldest first."""
    last = 0
    while entries := erasure_ledger.page(last, limits.ERASURE_LEDGER_BATCH):
        last = entries[-1].entry_id
        for entry in entries:
            values = (entry.slug, entry.fingerprint, entry.request_reference, entry.erased_at.isoformat())
            yield json.dumps(dict(zip(FIELDS, values, strict=True)))


def take_back(written: Iterable[str]) -> int:
    """Take lines into the ledger of a restored database; returns how many it did not know.

    Raises InvalidArgument for a line that is none, by its number; what came before it was taken.
    """
    added = 0
    numbered = enumerate(written, start=1)
    while some := list(islice(numbered, limits.ERASURE_LEDGER_BATCH)):
        added += erasure_ledger.restore([_parsed(number, text) for number, text in some if text.strip()])
    return added


def replay(*, is_dry: bool = False) -> Iterator[Replayed]:
    """Erase again what the ledger knows and the database holds, batch by batch; again is the same as once."""
    for agent_id in audited_agents().by_id:
        yield from _walk(agent_id, erasure_ledger.restored_messages, _erase, is_dry=is_dry)
        yield from _walk(
            agent_id, erasure_ledger.restored_memories, erasure_stores.erase_memories, is_dry=is_dry
        )


def _walk(agent_id: int, look: Look, erase: Erase, *, is_dry: bool) -> Iterator[Replayed]:
    last = 0
    while (batch := look(agent_id, last, limits.ERASURE_LEDGER_BATCH)).last_id is not None:
        left = batch.ids
        if batch.ids and not is_dry:
            in_transaction(partial(erase, agent_id, batch.ids))
            left = look(agent_id, last, limits.ERASURE_LEDGER_BATCH).ids
        last = batch.last_id
        yield Replayed(last, len(batch.ids), len(left))


def _erase(agent_id: int, message_ids: Sequence[int]) -> None:
    deletion.purge(message_ids)
    erasure_stores.erase_documents(agent_id, message_ids)
    erasure_stores.erase_words(message_ids)


def _parsed(number: int, text: str) -> tuple[str, str, str, str]:
    try:
        entry: dict[str, Any] = json.loads(text)
        agent, fingerprint, request, erased_at = (str(entry[field]) for field in FIELDS)
        bytes.fromhex(fingerprint)
    except (ValueError, KeyError, TypeError):
        raise InvalidArgument.of(f"line {number}", "This is no entry of an erasure ledger.") from None
    return agent, fingerprint, request, erased_at
