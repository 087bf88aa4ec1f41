"""Agents and their API keys."""

from dataclasses import dataclass
from typing import Final

from conversation_search import limits
from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class KeyHolder:
    """The agent that a valid key belongs to, and what the key may do."""

    api_key_id: int
    runtime_agent_id: int
    slug: str
    public_id_key: bytes
    scopes: list[str]
    key_prefix: str


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent; `created` is true when the statement made it."""

    id: int
    created: bool


@dataclass(frozen=True, slots=True)
class KeyId:
    """The id of a stored key."""

    id: int


@dataclass(frozen=True, slots=True)
class KeyUsage:
    """Requests of a key in its present window, this one included, and the seconds until that ends."""

    requests: int
    seconds_left: float


FIND_KEY_HOLDER: Final = Statement("find_key_holder", KeyHolder)
FIND_KEY_HOLDER_BY_ID: Final = Statement("find_key_holder_by_id", KeyHolder)
ENSURE_AGENT: Final = Statement("ensure_agent", Agent)
ADD_API_KEY: Final = Statement("add_api_key", KeyId)
COUNT_REQUEST: Final = Statement("count_request", KeyUsage)


def find_key_holder(key_hash: bytes) -> KeyHolder | None:
    """Return whom a key that is not revoked belongs to."""
    return FIND_KEY_HOLDER.first(key_hash=key_hash)


def find_key_holder_by_id(api_key_id: int) -> KeyHolder | None:
    """Return whom a key belongs to, by its number, while it is not revoked."""
    return FIND_KEY_HOLDER_BY_ID.first(api_key_id=api_key_id)


def ensure_agent(slug: str, public_id_key: bytes, digest_salt: bytes) -> Agent:
    """Return the agent of this slug, made with these secrets when it is new."""
    return ENSURE_AGENT.one(slug=slug, public_id_key=public_id_key, digest_salt=digest_salt)


def add_api_key(runtime_agent_id: int, prefix: str, key_hash: bytes, scopes: list[str]) -> int:
    """Store the hash of a new key and return its id."""
    return ADD_API_KEY.one(
        runtime_agent_id=runtime_agent_id, prefix=prefix, key_hash=key_hash, scopes=scopes
    ).id


def count_request(api_key_id: int) -> KeyUsage:
    """Count one request of a key, for every process, and return how many its window has had."""
    return COUNT_REQUEST.one(
        api_key_id=api_key_id, period=limits.REQUEST_WINDOW, quota=limits.REQUESTS_A_WINDOW
    )
