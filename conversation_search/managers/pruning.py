"""The statements that remove what is old: sealed audit rows, and the salt of an agent's digests."""

from dataclasses import dataclass
from typing import Final

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class PruningRow:
    """One pruning as it was signed."""

    stream: str
    first_number: int
    last_number: int
    payload: str
    key_id: str
    signature: bytes


@dataclass(frozen=True, slots=True)
class PrunedRow:
    """How many rows were deleted."""

    pruned: int


@dataclass(frozen=True, slots=True)
class HeldRow:
    """The lowest number that cannot go yet."""

    number: int | None


@dataclass(frozen=True, slots=True)
class RangeRow:
    """The lowest and the highest number that are still there."""

    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class DigestKeyRow:
    """An agent, whether its digests have a salt, and how many searches have a digest."""

    id: int
    has_salt: bool
    digests: int


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent."""

    id: int


LIST_PRUNINGS: Final = Statement("list_prunings", PruningRow)
ADD_PRUNING: Final = Statement("add_pruning", Done)
PRUNE_ROWS: Final = Statement("prune_rows", PrunedRow)
FIND_HELD_NUMBER: Final = Statement("find_held_number", HeldRow)
FIND_FIRST_NUMBER: Final = Statement("find_first_number", RangeRow)
FIND_DIGEST_KEY: Final = Statement("find_digest_key", DigestKeyRow)
DESTROY_DIGEST_SALT: Final = Statement("destroy_digest_salt", AgentRow)


def prunings() -> list[PruningRow]:
    """Return every pruning, the oldest first."""
    return LIST_PRUNINGS.all()


def add_pruning(stream: str, first: int, last: int, checkpoint: int, signed: tuple[str, str, bytes]) -> None:
    """Store one pruning: its payload, its key's id and its signature."""
    payload, key_id, signature = signed
    ADD_PRUNING.run(
        stream=stream,
        first=first,
        last=last,
        checkpoint=checkpoint,
        payload=payload,
        key_id=key_id,
        signature=signature,
    )


def prune_rows(stream: str, table: str, first: int, last: int) -> int:
    """Delete rows that a pruning covers, and return how many."""
    return PRUNE_ROWS.one(stream=stream, table=table, first=first, last=last).pruned


def held_number(stream: str, table: str, named_by: str, last: int) -> int | None:
    """Return the lowest number up to `last` whose row is named by a later row; it cannot go yet."""
    return FIND_HELD_NUMBER.one(stream=stream, table=table, named_by=named_by, last=last).number


def numbers_left(stream: str, up_to: int) -> RangeRow:
    """Return the lowest and the highest number up to one that are still there."""
    return FIND_FIRST_NUMBER.one(stream=stream, up_to=up_to)


def digest_key(slug: str) -> DigestKeyRow | None:
    """Return an agent and whether its digests have a salt."""
    return FIND_DIGEST_KEY.first(slug=slug)


def destroy_digest_salt(runtime_agent_id: int) -> bool:
    """Destroy the salt of an agent's digests; False when there was none left."""
    return DESTROY_DIGEST_SALT.first(runtime_agent_id=runtime_agent_id) is not None
