"""Issues bearer keys and tells whose a key is. Only a hash of a key is ever stored."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.managers import access
from conversation_search.managers.access import KeyHolder
from conversation_search.public_ids import PublicIds
from conversation_search.rate_limits import Standing

Scope = Literal["ingest", "runtime", "operator"]
SCOPES: Final[tuple[Scope, ...]] = ("ingest", "runtime", "operator")

KEY_PREFIX: Final = "mesh_"
"""Lets a scanner of leaked secrets recognize a key."""
KEY_BYTES: Final = 32
"""256 random bits: nothing to guess, so a plain hash protects the stored key."""
SHOWN_CHARACTERS: Final = 12
"""Characters of a key that are kept to tell it from others; 7 of them are random."""
SLUG: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: a perspective and what its key may do."""

    api_key_id: int
    agent_id: int
    slug: str
    scopes: frozenset[str]
    public_ids: PublicIds
    key_prefix: str
    """What the key is known by in the access log."""


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key, to be shown once; `agent_created` is true when its agent was made for it."""

    key: str
    prefix: str
    agent_id: int
    agent_created: bool


def issue(slug: str, scopes: tuple[Scope, ...]) -> IssuedKey:
    """Make a key with these scopes for the agent of this slug, and the agent when it is new."""
    check_slug(slug)
    if not scopes:
        raise InvalidArgument.of("scope", f"Name at least one of {', '.join(SCOPES)}.")
    agent = access.ensure_agent(slug, secrets.token_bytes(32), secrets.token_bytes(32))
    key = KEY_PREFIX + secrets.token_urlsafe(KEY_BYTES)
    prefix = key[:SHOWN_CHARACTERS]
    access.add_api_key(agent.id, prefix, hash_of(key), sorted(set(scopes)))
    return IssuedKey(key, prefix, agent.id, agent.created)


def find_caller(key: str) -> Caller | None:
    """Return whom a key belongs to; None when it is malformed, unknown or revoked."""
    holder = access.find_key_holder(hash_of(key))
    if holder is None:
        return None
    return _caller(holder)


def find_caller_by_id(api_key_id: int) -> Caller | None:
    """Return whom a key belongs to, by its number; None when it is unknown or revoked."""
    holder = access.find_key_holder_by_id(api_key_id)
    return None if holder is None else _caller(holder)


def count_request(api_key_id: int) -> Standing:
    """Count one request of a key and return how it stands; whoever counts decides what follows."""
    usage = access.count_request(api_key_id)
    return Standing(
        policy="key",
        quota=limits.REQUESTS_A_WINDOW,
        window=int(limits.REQUEST_WINDOW.total_seconds()),
        used=usage.requests,
        reset=max(ceil(usage.seconds_left), 1),
    )


def check_slug(slug: str) -> None:
    """Raise InvalidArgument when this cannot name an agent."""
    if not SLUG.fullmatch(slug):
        raise InvalidArgument.of("agent", "Use 1 to 100 letters, digits, hyphens and underscores.")


def hash_of(key: str) -> bytes:
    """Return what is stored in place of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def _caller(holder: KeyHolder) -> Caller:
    return Caller(
        api_key_id=holder.api_key_id,
        agent_id=holder.runtime_agent_id,
        slug=holder.slug,
        scopes=frozenset(holder.scopes),
        public_ids=PublicIds(bytes(holder.public_id_key)),
        key_prefix=holder.key_prefix,
    )
