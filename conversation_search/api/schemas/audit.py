"""The audit row of a search as an operator reads it: ids and figures, no text."""

import json
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from conversation_search.api.queries import PageQuery, PublicId, Time
from conversation_search.api.schemas.base import ExternalId
from conversation_search.audit.trace import Page, SearchRow
from conversation_search.public_ids import PublicIds

Status = Literal["ok", "no_matches", "search_budget_exhausted", "refused", "timed_out", "failed"]
Rule = Literal["already_in_context", "no_evidence", "audience", "lineage", "below_cutoff"]


class SearchesQuery(PageQuery):
    """Which searches are wanted. `after` is inclusive, `before` exclusive; `rule` removed at least one match."""

    status: Status | None = None
    run_id: PublicId | None = None
    requester: ExternalId | None = None
    after: Time | None = None
    before: Time | None = None
    degraded: bool | None = None
    rule: Rule | None = None


class RequesterOut(BaseModel):
    """Who was answered."""

    external_id: str

    @classmethod
    def of(cls, external_id: str | None) -> "RequesterOut | None":
        """Return the requester, if there was one."""
        return None if external_id is None else cls(external_id=external_id)


class DestinationOut(BaseModel):
    """Who would have read the answer; `readers` is null where everybody of the workspace, or where unknown."""

    visibility: str | None
    namespace: str
    kind: str | None
    readers: list[str] | None
    externally_shared: bool | None
    restricted: bool | None

    @classmethod
    def of(cls, stored: str, namespace: str) -> "DestinationOut":
        """Return a stored audience without the row numbers in it."""
        audience = json.loads(stored)
        kept = cls.model_fields.keys() - {"namespace"}
        return cls(namespace=namespace, **{name: audience.get(name) for name in kept})


class SelectedOut(BaseModel):
    """One hit: its rank from 1, its score, and every component of the score."""

    message_id: str
    rank: int
    score: float
    components: dict[str, float]
    why: list[str] = []

    @classmethod
    def of(cls, stored: dict[str, Any], ids: PublicIds) -> "SelectedOut":
        """Return a stored hit under its public id."""
        kept = {name: value for name, value in stored.items() if name in cls.model_fields}
        return cls(**kept | {"message_id": ids.encode("message", stored["message_id"])})


class SearchAuditOut(BaseModel):
    """One search. `matched` is the sum of `selected` and `exclusions` unless `ceiling_reached`."""

    search_id: str
    run_id: str
    searched_at: datetime
    duration_ms: float
    status: str
    refusal: str | None
    """The code that the caller was given instead of an answer."""
    requester: RequesterOut | None
    query_digest: str
    filters: dict[str, Any]
    destination: DestinationOut
    selected: list[SelectedOut]
    neighbour_ids: list[str]
    matched: int
    exclusions: dict[str, int]
    ceiling_reached: bool
    ranking: str
    degraded: list[str]
    replay_of: str | None

    @classmethod
    def of(cls, row: SearchRow, ids: PublicIds) -> "SearchAuditOut":
        """Return a stored audit row under public ids."""
        return cls(
            search_id=ids.encode("search", row.search_id),
            run_id=ids.encode("run", row.run_id),
            searched_at=row.searched_at,
            duration_ms=row.duration_ms,
            status=row.status,
            refusal=row.refusal,
            requester=RequesterOut.of(row.requester_external_id),
            query_digest=row.query_digest,
            filters=json.loads(row.filters),
            destination=DestinationOut.of(row.destination, row.namespace),
            selected=[SelectedOut.of(hit, ids) for hit in json.loads(row.selected)],
            neighbour_ids=[ids.encode("message", number) for number in json.loads(row.neighbour_ids)],
            matched=row.matched,
            exclusions=json.loads(row.exclusions),
            ceiling_reached=row.ceiling_reached,
            ranking=row.ranking,
            degraded=json.loads(row.degraded),
            replay_of=None if row.replay_of_id is None else ids.encode("search", row.replay_of_id),
        )


class SearchesOut(BaseModel):
    """One page of searches, newest first; `next_after_id` asks for the next one."""

    data: list[SearchAuditOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool

    @classmethod
    def of(cls, page: Page[SearchRow], ids: PublicIds) -> "SearchesOut":
        """Return a page under public ids."""
        data = [SearchAuditOut.of(row, ids) for row in page.rows]
        following = data[-1].search_id if page.has_more else None
        return cls(data=data, next_after_id=following, has_more=page.has_more)
