"""Proofs that two accounts are one person's: a code given in one direct conversation and repeated in another."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search import limits
from conversation_search.errors import InvalidArgument, NotFound
from conversation_search.managers import identity
from conversation_search.managers.identity import LinkFilter, LinkRow, NewChallenge
from conversation_search.public_ids import ALPHABET

__all__ = ["IssuedChallenge", "LinkFilter", "LinkRow"]

MISTAKEN: Final = str.maketrans("oil", "011")
"""Letters that no code has and people read in one."""
NOT_DIRECT: Final = (
    "This needs a run of a direct conversation that nobody reads but the person who asks in it."
)
NOT_VALID: Final = (
    "This code cannot be redeemed here. A code counts once, for ten minutes, in another direct conversation."
)


@dataclass(frozen=True, slots=True)
class IssuedChallenge:
    """A code to be given to the person once, and until when it counts."""

    code: str
    expires_at: datetime


def issue(runtime_agent_id: int, run_id: int, extends: int | None, now: datetime) -> IssuedChallenge:
    """Make a code for the requester of this run; an earlier one of theirs counts no more.

    `extends` is a link whose person record the redeeming account joins. Raises InvalidArgument where the run cannot
    prove an account, and NotFound for a link that is not a live one of the requester's.
    """
    actor_id = _provable(runtime_agent_id, run_id)
    person_id = None if extends is None else identity.person_of_link(runtime_agent_id, extends, actor_id)
    if extends is not None and person_id is None:
        raise NotFound
    code = "".join(secrets.choice(ALPHABET) for _ in range(limits.IDENTITY_CODE_CHARACTERS))
    expires_at = now + limits.IDENTITY_CHALLENGE_LIFETIME
    identity.add_challenge(
        runtime_agent_id, NewChallenge(run_id, actor_id, person_id, _hash_of(code), now, expires_at)
    )
    return IssuedChallenge(_grouped(code), expires_at)


def redeem(runtime_agent_id: int, run_id: int, code: str, now: datetime) -> LinkRow:
    """Link the requester of this run with the account that the code was given to, or renew their link.

    Raises InvalidArgument; for a code that is wrong, late, used or one's own it is the same one.
    """
    actor_id = _provable(runtime_agent_id, run_id)
    challenge = identity.find_challenge(runtime_agent_id, actor_id, _hash_of(_plain(code)), now)
    if challenge is None:
        raise InvalidArgument.of("code", NOT_VALID)
    expires_at = now + limits.IDENTITY_PROOF_LIFETIME
    link_id = identity.link(runtime_agent_id, challenge, actor_id, now, expires_at)
    identity.redeem_challenge(challenge.id, run_id, link_id, now)
    (linked,) = identity.list_links(runtime_agent_id, LinkFilter(link_id=link_id))
    return linked


def own_links(runtime_agent_id: int, run_id: int) -> list[LinkRow]:
    """Return the live links of the requester of this run; raises InvalidArgument where others would read them."""
    actor_id = _provable(runtime_agent_id, run_id)
    return identity.list_links(runtime_agent_id, LinkFilter(actor_id=actor_id, live_only=True))


def revoke_as_side(runtime_agent_id: int, run_id: int, link_id: int, now: datetime) -> None:
    """Revoke a link of the requester of this run, in any room; NotFound when it is not theirs."""
    actor_id = identity.requester(runtime_agent_id, run_id)
    if actor_id is None or not identity.revoke_link(runtime_agent_id, link_id, actor_id, "side", now):
        raise NotFound


def revoke_as_operator(runtime_agent_id: int, link_id: int, now: datetime) -> None:
    """Revoke any link of this perspective; NotFound when there is none such."""
    if not identity.revoke_link(runtime_agent_id, link_id, None, "operator", now):
        raise NotFound


def links_page(runtime_agent_id: int, wanted: LinkFilter) -> list[LinkRow]:
    """Return links of this perspective, newest first."""
    return identity.list_links(runtime_agent_id, wanted)


def _provable(runtime_agent_id: int, run_id: int) -> int:
    actor_id = identity.direct_identity(runtime_agent_id, run_id)
    if actor_id is None:
        raise InvalidArgument.of("run_id", NOT_DIRECT)
    return actor_id


def _grouped(code: str) -> str:
    """Write a code as people read one aloud: in groups of four."""
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _plain(code: str) -> str:
    """Read a code as it was typed: in groups or not, in capitals or not, in whatever marks, O for zero."""
    return "".join(character for character in code.lower().translate(MISTAKEN) if character in ALPHABET)


def _hash_of(code: str) -> bytes:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()
