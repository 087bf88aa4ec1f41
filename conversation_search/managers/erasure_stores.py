"""What each store holds of what a request erases, and its deletion there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.erasure import RowId
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class StoreCount:
    """Rows of a store that hold something of a request, and how many of them a hold protects now."""

    found: int
    held: int


@dataclass(frozen=True, slots=True)
class NamedCount:
    """How often ledgers, and calls of tools, name by number what a request erases."""

    entries: int
    tool_calls: int


@dataclass(frozen=True, slots=True)
class Withheld:
    """The row of a statement that returns nothing else."""

    is_done: bool


@dataclass(frozen=True, slots=True)
class TransactionRow:
    """The time and the number of a transaction."""

    now: datetime
    transaction_id: str


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """One receipt as it was written; `sha256` is of its bytes, in hexadecimal."""

    receipt_id: int
    issued_at: datetime
    is_complete: bool
    document: str
    sha256: str


COUNT_ERASABLE_MESSAGES: Final = Statement("count_erasable_messages", StoreCount, planned_each_time=True)
COUNT_ERASABLE_DOCUMENTS: Final = Statement("count_erasable_documents", StoreCount, planned_each_time=True)
COUNT_ERASABLE_WORDS: Final = Statement("count_erasable_words", StoreCount, planned_each_time=True)
COUNT_ERASABLE_MEMORIES: Final = Statement("count_erasable_memories", StoreCount, planned_each_time=True)
COUNT_NAMED_BY_LEDGERS: Final = Statement("count_named_by_ledgers", NamedCount, planned_each_time=True)
ERASE_DOCUMENTS: Final = Statement("erase_documents", Done)
ERASE_WORDS: Final = Statement("erase_words", Done)
ERASE_MEMORIES: Final = Statement("erase_memories", RowId)
WITHHOLD_QUOTES_OF_MEMORIES: Final = Statement("withhold_quotes_of_memories", Withheld)
RECORD_ERASED: Final = Statement("record_erased", Done, planned_each_time=True)
REWRITE_TEXT: Final = Statement("rewrite_text", Done, planned_each_time=True)
READ_TRANSACTION: Final = Statement("read_transaction", TransactionRow)
ADD_ERASURE_RECEIPT: Final = Statement("add_erasure_receipt", RowId)
LIST_ERASURE_RECEIPTS: Final = Statement("list_erasure_receipts", ReceiptRow)


def count_messages(request_id: int, item_ids: Sequence[int] | None, *, is_target: bool) -> StoreCount:
    """Count the messages that hold text: those that were meant, or those that were built on them."""
    return COUNT_ERASABLE_MESSAGES.one(request_id=request_id, item_ids=_listed(item_ids), is_target=is_target)


def count_documents(request_id: int, item_ids: Sequence[int] | None) -> StoreCount:
    """Count search documents."""
    return COUNT_ERASABLE_DOCUMENTS.one(request_id=request_id, item_ids=_listed(item_ids))


def count_words(request_id: int, item_ids: Sequence[int] | None) -> StoreCount:
    """Count words of the vocabulary."""
    return COUNT_ERASABLE_WORDS.one(request_id=request_id, item_ids=_listed(item_ids))


def count_memories(request_id: int, item_ids: Sequence[int] | None) -> StoreCount:
    """Count memories that hold text."""
    return COUNT_ERASABLE_MEMORIES.one(request_id=request_id, item_ids=_listed(item_ids))


def count_names(request_id: int) -> NamedCount:
    """Count what names the erased by number, and stays."""
    return COUNT_NAMED_BY_LEDGERS.one(request_id=request_id)


def erase_documents(agent_id: int, message_ids: Sequence[int]) -> None:
    """Delete what the index holds of messages whose text is gone."""
    ERASE_DOCUMENTS.run(runtime_agent_id=agent_id, message_ids=list(message_ids))


def erase_words(message_ids: Sequence[int]) -> None:
    """Delete the words whose witness is a message without text."""
    ERASE_WORDS.run(message_ids=list(message_ids))


def erase_memories(agent_id: int, memory_ids: Sequence[int]) -> None:
    """Empty memories that no hold protects, and withhold what was built on them."""
    gone = [row.id for row in ERASE_MEMORIES.all(runtime_agent_id=agent_id, memory_ids=list(memory_ids))]
    WITHHOLD_QUOTES_OF_MEMORIES.one(memory_ids=gone)


def record_erased(request_id: int, item_ids: Sequence[int] | None) -> None:
    """Write the fingerprints of erased items into the erasure ledger; for None of those that went with others."""
    RECORD_ERASED.run(request_id=request_id, item_ids=_listed(item_ids))


def rewrite_text() -> None:
    """Write the files of every table that holds text anew; outside a transaction, and nobody reads meanwhile."""
    REWRITE_TEXT.run()


def read_transaction() -> TransactionRow:
    """Return when and in which transaction this is asked."""
    return READ_TRANSACTION.one()


def add_receipt(request_id: int, document: str, *, is_complete: bool) -> int:
    """Keep a receipt; returns its id."""
    return ADD_ERASURE_RECEIPT.one(request_id=request_id, document=document, is_complete=is_complete).id


def list_receipts(request_id: int, limit: int) -> list[ReceiptRow]:
    """Return the receipts of a request, newest first."""
    return LIST_ERASURE_RECEIPTS.all(request_id=request_id, limit=limit)


def _listed(item_ids: Sequence[int] | None) -> list[int] | None:
    return None if item_ids is None else list(item_ids)
