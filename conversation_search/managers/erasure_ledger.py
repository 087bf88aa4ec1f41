"""The erasure ledger: kept outside the database, taken back after a restore, and compared with what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.erasure import RowId
from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One entry, as it is kept outside; the fingerprint in hexadecimal."""

    entry_id: int
    slug: str
    fingerprint: str
    request_reference: str
    erased_at: datetime


@dataclass(frozen=True, slots=True)
class RestoredRow:
    """One batch that was looked at: its last row, None at the end, and the rows that should have no text."""

    last_id: int | None
    ids: list[int]


LIST_RESTORED: Final = Statement("list_restored", RestoredRow, planned_each_time=True)
LIST_RESTORED_MEMORIES: Final = Statement("list_restored_memories", RestoredRow, planned_each_time=True)
PAGE_ERASURE_LEDGER: Final = Statement("page_erasure_ledger", LedgerLine)
RESTORE_ERASURE_LEDGER: Final = Statement("restore_erasure_ledger", RowId)


def restored_messages(agent_id: int, after_id: int, batch: int) -> RestoredRow:
    """Return the next messages that were erased once and hold text."""
    return LIST_RESTORED.one(runtime_agent_id=agent_id, after_id=after_id, batch=batch)


def restored_memories(agent_id: int, after_id: int, batch: int) -> RestoredRow:
    """Return the next memories that were erased once and hold text."""
    return LIST_RESTORED_MEMORIES.one(runtime_agent_id=agent_id, after_id=after_id, batch=batch)


def page(after_id: int, batch: int) -> list[LedgerLine]:
    """Return the next entries."""
    return PAGE_ERASURE_LEDGER.all(after_id=after_id, batch=batch)


def restore(lines: Sequence[tuple[str, str, str, str]]) -> int:
    """Take entries in, as (slug, fingerprint, reference, moment); returns how many were not known."""
    slugs, fingerprints, references, moments = ([line[place] for line in lines] for place in range(4))
    rows = RESTORE_ERASURE_LEDGER.all(
        slugs=slugs, fingerprints=fingerprints, request_references=references, erased_at=moments
    )
    return len(rows)
