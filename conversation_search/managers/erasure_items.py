"""What a request erases, what was built on that, and what became of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.erasure import RequestRow, RowId
from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class GatheredRow:
    """How many items were looked at."""

    looked_at: int


@dataclass(frozen=True, slots=True)
class TakenItem:
    """One item that is to be erased."""

    id: int
    kind: str
    subject_id: int
    is_target: bool


@dataclass(frozen=True, slots=True)
class DescendantRow:
    """A reply or a memory that was built on what is erased; without an audience nothing of it is ever shown."""

    item_id: int
    kind: str
    subject_id: int
    choice: str
    why: str | None
    state: str
    made_at: datetime | None
    is_withheld: bool
    is_gone: bool
    visibility: str | None
    audience_kind: str | None
    reader_count: int | None
    conversation_id: int | None


@dataclass(frozen=True, slots=True)
class ItemCount:
    """How many items of a request are alike."""

    kind: str
    is_target: bool
    choice: str
    state: str
    items: int


@dataclass(frozen=True, slots=True)
class TombstoneCount:
    """How many tombstones are left."""

    tombstones: int


@dataclass(frozen=True, slots=True)
class RemovedCount:
    """How many tombstones were removed."""

    removed: int


GATHER_ERASURE_TARGETS: Final = Statement("gather_erasure_targets", RowId, planned_each_time=True)
GATHER_ERASURE_DESCENDANTS: Final = Statement(
    "gather_erasure_descendants", GatheredRow, planned_each_time=True
)
REGATHER_ERASURE: Final = Statement("regather_erasure", Done)
CHOOSE_ERASURE_ITEMS: Final = Statement("choose_erasure_items", RowId, planned_each_time=True)
LIST_ERASURE_ITEMS: Final = Statement("list_erasure_items", DescendantRow, planned_each_time=True)
COUNT_ERASURE_ITEMS: Final = Statement("count_erasure_items", ItemCount)
TAKE_ERASURE_ITEMS: Final = Statement("take_erasure_items", TakenItem)
RETRY_ERASURE_ITEMS: Final = Statement("retry_erasure_items", Done)
SETTLE_ERASURE_ITEMS: Final = Statement("settle_erasure_items", Done)
SETTLE_DESCENDANTS: Final = Statement("settle_descendants", Done)
RELEASE_MESSAGES: Final = Statement("release_messages", Done)
RELEASE_MEMORIES: Final = Statement("release_memories", Done)
REMOVE_TOMBSTONES: Final = Statement("remove_tombstones", RemovedCount)
COUNT_TOMBSTONES: Final = Statement("count_tombstones", TombstoneCount)


def gather_targets(request: RequestRow, after_id: int, batch: int) -> int | None:
    """Take in the next messages that are meant; returns the last of them, None at the end."""
    row = GATHER_ERASURE_TARGETS.first(
        request_id=request.request_id,
        runtime_agent_id=request.agent_id,
        after_id=after_id,
        upto_message_id=request.upto_message_id,
        message_id=request.message_id,
        conversation_id=request.conversation_id,
        actor_ids=request.actor_ids,
        sent_after=request.sent_after,
        sent_before=request.sent_before,
        batch=batch,
    )
    return None if row is None else row.id


def gather_descendants(request: RequestRow, batch: int, *, is_open: bool) -> int:
    """Take in what was built on the next items; returns how many of those were looked at, 0 at the end."""
    return GATHER_ERASURE_DESCENDANTS.one(
        request_id=request.request_id, runtime_agent_id=request.agent_id, batch=batch, is_open=is_open
    ).looked_at


def regather(request_id: int) -> None:
    """Let what was built on the items be looked for again."""
    REGATHER_ERASURE.run(request_id=request_id)


def choose(request_id: int, item_ids: Sequence[int] | None, choice: str, why: str | None) -> int:
    """Choose what becomes of these descendants, or of all; returns how many there were."""
    ids = None if item_ids is None else list(item_ids)
    return len(CHOOSE_ERASURE_ITEMS.all(request_id=request_id, item_ids=ids, choice=choice, why=why))


def list_descendants(request_id: int, after_id: int, limit: int, choice: str | None) -> list[DescendantRow]:
    """Return what was built on what is erased, in the order in which it was found."""
    return LIST_ERASURE_ITEMS.all(request_id=request_id, after_id=after_id, choice=choice, limit=limit)


def count(request_id: int) -> list[ItemCount]:
    """Return how many items there are of each kind."""
    return COUNT_ERASURE_ITEMS.all(request_id=request_id)


def take(request_id: int, batch: int) -> list[TakenItem]:
    """Hold the next items that are to be erased."""
    return TAKE_ERASURE_ITEMS.all(request_id=request_id, batch=batch)


def retry(request_id: int) -> None:
    """Let what is not gone be tried again."""
    RETRY_ERASURE_ITEMS.run(request_id=request_id)


def settle(item_ids: Sequence[int]) -> None:
    """Write down whether these are erased or held back."""
    SETTLE_ERASURE_ITEMS.run(item_ids=list(item_ids))


def release(request_id: int) -> None:
    """Give back to its old audience what may be."""
    RELEASE_MESSAGES.run(request_id=request_id)
    RELEASE_MEMORIES.run(request_id=request_id)


def settle_descendants(request_id: int) -> None:
    """Write down what became of what was not to be erased."""
    SETTLE_DESCENDANTS.run(request_id=request_id)


def remove_tombstones(request_id: int, batch: int) -> int:
    """Remove the next tombstones on which nothing is built; returns how many went."""
    return REMOVE_TOMBSTONES.one(request_id=request_id, batch=batch).removed


def count_tombstones(request_id: int) -> int:
    """Return how many tombstones are left."""
    return COUNT_TOMBSTONES.one(request_id=request_id).tombstones
