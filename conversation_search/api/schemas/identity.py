"""The shapes of identity proofs: a code, the link that it makes, and the links of a perspective."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from conversation_search import limits
from conversation_search.api.queries import PageQuery, PublicId
from conversation_search.api.schemas.base import ConnectorBlock, ExternalId, StrictModel, Text
from conversation_search.identity.linking import IssuedChallenge, LinkRow
from conversation_search.public_ids import PublicIds

LinkState = Literal["live", "expired", "revoked"]
RevokedBy = Literal["side", "operator", "retirement"]


class ChallengeIn(StrictModel):
    """An open run of a direct conversation that only its requester reads."""

    run_id: PublicId
    extends_link_id: PublicId | None = Field(
        default=None,
        description="A live link of the requester's: whoever redeems the code joins its person record, and is linked "
        "with every account of it while all proofs of it are live. Left out, the code links two accounts and no third.",
    )


class ChallengeOut(BaseModel):
    """A code, to be shown to the person once; it is not stored."""

    code: str
    expires_at: datetime

    @classmethod
    def of(cls, issued: IssuedChallenge) -> "ChallengeOut":
        """Return an issued challenge."""
        return cls(code=issued.code, expires_at=issued.expires_at)


class LinkIn(StrictModel):
    """An open run of the other direct conversation, and the code as the person typed it there."""

    run_id: PublicId
    code: Text = Field(min_length=1, max_length=4 * limits.IDENTITY_CODE_CHARACTERS)


class IdentityOut(BaseModel):
    """One account; `external_id` as its platform has it, whoever holds it now."""

    namespace: str
    external_id: str


class LinkOut(BaseModel):
    """One link: the two accounts, and how long their proof counts."""

    link_id: str
    person_id: str
    state: LinkState
    identities: list[IdentityOut]
    linked_at: datetime
    proved_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    revoked_by: RevokedBy | None

    @classmethod
    def of(cls, row: LinkRow, ids: PublicIds) -> "LinkOut":
        """Return a link under public ids."""
        return cls.model_validate(
            {
                "link_id": ids.encode("link", row.link_id),
                "person_id": ids.encode("person_record", row.person_id),
                "state": row.state,
                "identities": [
                    {"namespace": namespace, "external_id": external_id}
                    for namespace, external_id in zip(row.namespaces, row.external_ids, strict=True)
                ],
                "linked_at": row.linked_at,
                "proved_at": row.proved_at,
                "expires_at": row.expires_at,
                "revoked_at": row.revoked_at,
                "revoked_by": row.revoked_by,
            }
        )


class OwnLinksOut(BaseModel):
    """The live links of the person who asks, newest first."""

    links: list[LinkOut]


class LinksQuery(PageQuery):
    """Which links are wanted; `live_only` leaves out what was revoked or has expired."""

    live_only: bool = False


class LinksOut(BaseModel):
    """One page of links, newest first; `next_after_id` asks for the next one."""

    data: list[LinkOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool

    @classmethod
    def of(cls, rows: list[LinkRow], limit: int, ids: PublicIds) -> "LinksOut":
        """Return a page of rows of which one more than the page was asked for."""
        data = [LinkOut.of(row, ids) for row in rows[:limit]]
        has_more = len(rows) > limit
        return cls(data=data, next_after_id=data[-1].link_id if has_more else None, has_more=has_more)


class RevokeQuery(BaseModel):
    """In which run a side revokes; an operator revokes without one."""

    model_config = {"extra": "forbid", "frozen": True}

    run_id: PublicId | None = None


class RetireIn(StrictModel):
    """An account that was handed to someone else."""

    connector: ConnectorBlock
    external_id: ExternalId


class RetiredOut(BaseModel):
    """The id under its next holder; `generation` counts the holders from 1."""

    external_id: str
    generation: int
