"""Every place that can hold text of a message, or something derived from it: how it is counted, erased and verified.

The order is the order of erasing: the canonical row first, whose triggers clear the index as every deletion does, then
whatever is left over in the stores that are derived from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.ingest import deletion
from conversation_search.managers import erasure_stores
from conversation_search.managers.erasure_stores import StoreCount

MESSAGE_HOLD: Final = "mesh_must_keep(message)"
MEMORY_HOLD: Final = "mesh_memory_is_held(memory)"


@dataclass(frozen=True, slots=True)
class Batch:
    """Some items of one request, by what they are."""

    request_id: int
    agent_id: int
    item_ids: Sequence[int]
    target_ids: Sequence[int]
    """Messages that are meant themselves."""
    reply_ids: Sequence[int]
    """Messages that were built on them."""
    memory_ids: Sequence[int]

    @property
    def message_ids(self) -> list[int]:
        """Every message of the batch."""
        return [*self.target_ids, *self.reply_ids]


@dataclass(frozen=True, slots=True)
class Store:
    """One place that holds text or something derived from it."""

    name: str
    holds: str
    columns: tuple[str, ...]
    """`table.column` of everything in it that can hold text."""
    hold: str
    """The predicate that protects a row of it, asked inside the statement that would delete it."""
    count: Callable[[int, Sequence[int] | None], StoreCount]
    """Counts its rows for a request, or for some items of it. Asked again in a later transaction it verifies."""
    erase: Callable[[Batch], None]

    def verify(self, request_id: int) -> StoreCount:
        """Count what is left of a request; nothing, once it is complete."""
        return self.count(request_id, None)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """One place that might be thought to hold text, and what it has instead."""

    name: str
    why: str


def _messages(request_id: int, item_ids: Sequence[int] | None) -> StoreCount:
    return erasure_stores.count_messages(request_id, item_ids, is_target=True)


def _replies(request_id: int, item_ids: Sequence[int] | None) -> StoreCount:
    return erasure_stores.count_messages(request_id, item_ids, is_target=False)


def _erase_messages(batch: Batch) -> None:
    deletion.purge(batch.target_ids)


def _erase_replies(batch: Batch) -> None:
    deletion.purge(batch.reply_ids)


def _erase_documents(batch: Batch) -> None:
    erasure_stores.erase_documents(batch.agent_id, batch.message_ids)


def _erase_words(batch: Batch) -> None:
    erasure_stores.erase_words(batch.message_ids)


def _erase_memories(batch: Batch) -> None:
    erasure_stores.erase_memories(batch.agent_id, batch.memory_ids)


STORES: Final = (
    Store(
        "messages",
        "what was said and is meant itself",
        ("message_events.body",),
        MESSAGE_HOLD,
        _messages,
        _erase_messages,
    ),
    Store(
        "replies",
        "replies of the agent that were built on it and chosen to be erased",
        ("message_events.body",),
        MESSAGE_HOLD,
        _replies,
        _erase_replies,
    ),
    Store(
        "memories",
        "memories that were built on it and chosen to be erased",
        ("memories.body",),
        MEMORY_HOLD,
        erasure_stores.count_memories,
        _erase_memories,
    ),
    Store(
        "search_documents",
        "its words and those of its sender's name, as the index holds them",
        (
            "message_search_documents.tsv",
            "message_search_documents.exact_tsv",
            "message_search_documents.speaker_tsv",
        ),
        MESSAGE_HOLD,
        erasure_stores.count_documents,
        _erase_documents,
    ),
    Store(
        "vocabulary",
        "words that the agent knows from it",
        ("search_vocabulary.word",),
        MESSAGE_HOLD,
        erasure_stores.count_words,
        _erase_words,
    ),
)

ELSEWHERE: Final = (
    Elsewhere("ledgers", "Which run was shown what is kept by row number; no text is."),
    Elsewhere("tool_calls", "A call keeps a keyed digest of its arguments, and neither them nor its result."),
    Elsewhere("search_audit", "An audited search keeps ids, figures and a keyed digest of its query."),
    Elsewhere("embeddings", "There are none, and no outbox for them."),
    Elsewhere(
        "import_quarantine", "An import counts what it leaves out by folder and reason; it keeps nothing."
    ),
    Elsewhere("exports", "Exports are of the audit; they are streamed and not kept here."),
    Elsewhere("caches", "Nothing is cached that holds text; pages and answers forbid it to others."),
    Elsewhere("logs", "Lines, spans and figures carry ids and routes; no text reaches them."),
)
"""Places without text. The canary test looks into each of them."""


def registered_columns() -> set[str]:
    """Return every column that a store declares."""
    return {column for store in STORES for column in store.columns}
