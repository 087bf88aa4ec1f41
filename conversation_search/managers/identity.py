"""People who proved that several accounts are theirs: challenges, links, and accounts that were handed on."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, Literal

from conversation_search.managers.statements import Done, Statement

RevokedBy = Literal["side", "operator"]


@dataclass(frozen=True, slots=True)
class Identity:
    """An account that a run can prove."""

    actor_id: int


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A code that an account is given in a run, as its hash, and the person record it extends, if any."""

    run_id: int
    actor_id: int
    person_id: int | None
    code_hash: bytes
    issued_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge that may be redeemed: whom it was given to, and the person record it extends, if any."""

    id: int
    actor_id: int
    person_id: int | None


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link; the two lists name its two accounts in parallel. `state` is live, expired or revoked."""

    link_id: int
    person_id: int
    state: str
    namespaces: list[str]
    external_ids: list[str]
    linked_at: datetime
    proved_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    revoked_by: str | None


@dataclass(frozen=True, slots=True)
class LinkFilter:
    """Which links are wanted; None asks nothing. `after_id` is where the page before ended, `limit` None is all."""

    link_id: int | None = None
    after_id: int | None = None
    actor_id: int | None = None
    live_only: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Successor:
    """The next holder of an id: which one in a row."""

    generation: int


FIND_DIRECT_IDENTITY: Final = Statement("find_direct_identity", Identity)
FIND_REQUESTER: Final = Statement("find_requester", RowId)
FIND_PERSON_OF_LINK: Final = Statement("find_person_of_link", RowId)
ADD_CHALLENGE: Final = Statement("add_identity_challenge", RowId)
FIND_CHALLENGE: Final = Statement("find_identity_challenge", ChallengeRow)
LINK_IDENTITIES: Final = Statement("link_identities", RowId)
REDEEM_CHALLENGE: Final = Statement("redeem_identity_challenge", Done)
LIST_LINKS: Final = Statement("list_identity_links", LinkRow)
REVOKE_LINK: Final = Statement("revoke_identity_link", RowId)
LOCK_LINKS: Final = Statement("lock_identity_links", RowId)
RETIRE_ACTOR: Final = Statement("retire_actor", Successor)


def direct_identity(runtime_agent_id: int, run_id: int) -> int | None:
    """Return the account that this run can prove: its requester, alone with the agent in a direct conversation."""
    found = FIND_DIRECT_IDENTITY.first(runtime_agent_id=runtime_agent_id, run_id=run_id)
    return None if found is None else found.actor_id


def requester(runtime_agent_id: int, run_id: int) -> int | None:
    """Return the account that this run answers."""
    found = FIND_REQUESTER.first(runtime_agent_id=runtime_agent_id, run_id=run_id)
    return None if found is None else found.id


def person_of_link(runtime_agent_id: int, link_id: int, actor_id: int) -> int | None:
    """Return the person record of a live link of this account."""
    found = FIND_PERSON_OF_LINK.first(runtime_agent_id=runtime_agent_id, link_id=link_id, actor_id=actor_id)
    return None if found is None else found.id


def add_challenge(runtime_agent_id: int, challenge: NewChallenge) -> None:
    """Store the hash of a code that an account was given in a run."""
    ADD_CHALLENGE.one(runtime_agent_id=runtime_agent_id, **asdict(challenge))


def find_challenge(
    runtime_agent_id: int, actor_id: int, code_hash: bytes, now: datetime
) -> ChallengeRow | None:
    """Return the challenge of a code that this account may redeem, held until the transaction ends."""
    return FIND_CHALLENGE.first(
        runtime_agent_id=runtime_agent_id, actor_id=actor_id, code_hash=code_hash, now=now
    )


def link(
    runtime_agent_id: int, challenge: ChallengeRow, actor_id: int, now: datetime, expires_at: datetime
) -> int:
    """Link an account to the one that a challenge was given to, or renew their link; return its id."""
    return LINK_IDENTITIES.one(
        runtime_agent_id=runtime_agent_id,
        person_id=challenge.person_id,
        actor_id=challenge.actor_id,
        other_actor_id=actor_id,
        now=now,
        expires_at=expires_at,
    ).id


def redeem_challenge(challenge_id: int, run_id: int, link_id: int, now: datetime) -> None:
    """Mark a held challenge as redeemed."""
    REDEEM_CHALLENGE.run(challenge_id=challenge_id, run_id=run_id, link_id=link_id, now=now)


def list_links(runtime_agent_id: int, wanted: LinkFilter) -> list[LinkRow]:
    """Return the links that match, newest first."""
    return LIST_LINKS.all(runtime_agent_id=runtime_agent_id, **asdict(wanted))


def revoke_link(
    runtime_agent_id: int, link_id: int, actor_id: int | None, revoked_by: RevokedBy, now: datetime
) -> bool:
    """Revoke a link, of this account when one is given; false when there is none such."""
    found = REVOKE_LINK.first(
        runtime_agent_id=runtime_agent_id, link_id=link_id, actor_id=actor_id, revoked_by=revoked_by, now=now
    )
    return found is not None


def lock_links(runtime_agent_id: int, run_id: int) -> None:
    """Hold the proofs by which text follows the reader of a run's room; a revocation waits until this is stored."""
    LOCK_LINKS.all(runtime_agent_id=runtime_agent_id, run_id=run_id)


def retire_actor(runtime_agent_id: int, connector_id: int, external_id: str) -> int | None:
    """Retire the account of this id and return the generation of the next holder; None when there is no such one."""
    found = RETIRE_ACTOR.first(
        runtime_agent_id=runtime_agent_id, connector_id=connector_id, external_id=external_id
    )
    return None if found is None else found.generation
