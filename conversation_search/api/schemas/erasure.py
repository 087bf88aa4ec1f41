"""Erasures as an operator asks for them, reads them and decides on them: ids and figures, no text."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from conversation_search import limits
from conversation_search.api.queries import PageQuery, PublicId
from conversation_search.api.schemas.base import Moment, StrictModel, Text
from conversation_search.erasure.preview import DescendantRow, Descendants, Preview
from conversation_search.erasure.requests import EventRow, LinkedAccount, NewRequest, RequestRow
from conversation_search.public_ids import PublicIds

ErasureKind = Literal["message", "conversation", "person", "time_range"]
ErasureChoice = Literal["erase", "keep", "release"]
ErasureStatus = Literal[
    "gathering",
    "waiting",
    "refused",
    "withdrawn",
    "approved",
    "running",
    "erased",
    "complete",
    "incomplete",
]


class ErasureIn(StrictModel):
    """What is to be erased: one of a message, a room or a person, or a time; a time narrows each of them."""

    kind: ErasureKind
    message_id: PublicId | None = None
    conversation_id: PublicId | None = Field(default=None, description="The room's pseudonym on the pages.")
    person_id: PublicId | None = Field(default=None, description="The person's pseudonym on the pages.")
    after: Moment | None = Field(default=None, description="Inclusive, on when it was sent.")
    before: Moment | None = Field(default=None, description="Exclusive.")
    reason: Text = Field(
        min_length=limits.REASON_CHARACTERS_MIN,
        max_length=limits.REASON_CHARACTERS,
        description="A ticket number, or a sentence. It is kept in the receipt: quote nobody.",
    )

    def wanted(self, agent_id: int, ids: PublicIds) -> NewRequest:
        """Return it by row numbers; raises NotFound for an id of nothing."""
        return NewRequest(
            agent_id,
            self.kind,
            self.reason,
            message_id=None if self.message_id is None else ids.decode("message", self.message_id),
            conversation_id=(
                None if self.conversation_id is None else ids.decode("room", self.conversation_id)
            ),
            actor_id=None if self.person_id is None else ids.decode("person", self.person_id),
            sent_after=self.after,
            sent_before=self.before,
        )


class ChoiceIn(StrictModel):
    """What becomes of what was built on what is erased."""

    item_ids: list[PublicId] | None = Field(
        max_length=limits.PAGE_SIZE_MAX, description="Of the preview's list; null means all of it."
    )
    choice: ErasureChoice
    why: Text | None = Field(
        default=None,
        min_length=limits.REASON_CHARACTERS_MIN,
        max_length=limits.REASON_CHARACTERS,
        description="Of a release, and of nothing else: why it may be shown again. The second person reads it.",
    )


class DecisionIn(StrictModel):
    """The answer of a second person to what they read."""

    approve: bool
    version: int = Field(description="The `version` that was read: what was changed since is not approved.")


class ErasuresQuery(PageQuery):
    """Which requests are wanted."""

    status: ErasureStatus | None = None


class DescendantsQuery(PageQuery):
    """Which of what was built on it is wanted."""

    choice: ErasureChoice | None = None


class WhoOut(BaseModel):
    """Who took a step, as what, and when."""

    name: str
    kind: str
    at: datetime


class StoreOut(BaseModel):
    """Rows of one store that would be erased now, and how many of them a legal hold protects."""

    store: str
    found: int
    held: int


class LinkedOut(BaseModel):
    """An account of the person; `included` once it was confirmed."""

    person_id: str
    included: bool


class StepOut(BaseModel):
    """One step, with the figures that were written down."""

    what: str
    at: datetime
    who_kind: str
    who: str
    details: dict[str, object]


class ErasureOut(BaseModel):
    """One request and how far it has come."""

    erasure_id: str
    reference: str
    status: ErasureStatus
    selector: dict[str, object]
    reason: str
    asked: WhoOut
    decided: WhoOut | None
    version: int
    erased_at: datetime | None
    verified_at: datetime | None
    before: dict[str, int]
    deleted: dict[str, int]

    @classmethod
    def of(cls, row: RequestRow, selector: dict[str, object], ids: PublicIds) -> "ErasureOut":
        """Return a request under public ids."""
        return cls.model_validate(
            {
                "erasure_id": ids.encode("erasure", row.request_id),
                "reference": row.reference,
                "status": row.status,
                "selector": selector,
                "reason": row.reason,
                "asked": {"name": row.asked_by_name, "kind": row.asked_by_kind, "at": row.asked_at},
                "decided": None
                if row.decided_at is None
                else {"name": row.decided_by_name, "kind": row.decided_by_kind, "at": row.decided_at},
                "version": row.version,
                "erased_at": row.erased_at,
                "verified_at": row.verified_at,
                "before": row.counted_rows(),
                "deleted": row.deleted_rows(),
            }
        )


class ErasurePreviewOut(ErasureOut):
    """One request with what it would do now, and its steps."""

    stores: list[StoreOut]
    meant: int
    choices: dict[str, int]
    linked: list[LinkedOut]
    steps: list[StepOut]

    @classmethod
    def of_preview(
        cls,
        shown: ErasureOut,
        seen: Preview,
        linked: list[LinkedAccount],
        steps: list[EventRow],
        ids: PublicIds,
    ) -> "ErasurePreviewOut":
        """Return a request with its preview."""
        return cls(
            **dict(shown),
            stores=[StoreOut(store=one.name, found=one.found, held=one.held) for one in seen.stores],
            meant=seen.meant,
            choices=seen.choices,
            linked=[
                LinkedOut(person_id=ids.encode("person", one.actor_id), included=one.is_meant)
                for one in linked
            ],
            steps=[
                StepOut(
                    what=one.what,
                    at=one.happened_at,
                    who_kind=one.who_kind,
                    who=one.who,
                    details=one.figures(),
                )
                for one in steps
            ],
        )


class ErasuresOut(BaseModel):
    """One page of requests, newest first; `next_after_id` asks for the next one."""

    data: list[ErasureOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool


class DescendantOut(BaseModel):
    """A reply or a memory that was built directly on what is erased."""

    item_id: str
    kind: Literal["message", "memory"]
    id: str
    choice: ErasureChoice
    why: str | None
    state: str
    made_at: datetime | None
    withheld: bool
    visibility: str | None
    readers: int | None

    @classmethod
    def of(cls, row: DescendantRow, ids: PublicIds) -> "DescendantOut":
        """Return one under public ids."""
        return cls.model_validate(
            {
                "item_id": ids.encode("erasure_item", row.item_id),
                "kind": row.kind,
                "id": ids.encode("message" if row.kind == "message" else "memory", row.subject_id),
                "choice": row.choice,
                "why": row.why,
                "state": row.state,
                "made_at": row.made_at,
                "withheld": row.is_withheld,
                "visibility": row.visibility,
                "readers": row.reader_count,
            }
        )


class DescendantsOut(BaseModel):
    """One page of them, in the order in which they were found."""

    data: list[DescendantOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool

    @classmethod
    def of(cls, page: Descendants, ids: PublicIds) -> "DescendantsOut":
        """Return a page under public ids."""
        data = [DescendantOut.of(row, ids) for row in page.rows]
        last = data[-1].item_id if page.has_more else None
        return cls(data=data, next_after_id=last, has_more=page.has_more)


class ReceiptOut(BaseModel):
    """A receipt, parsed; the bytes of `document` have the digest `sha256`."""

    complete: bool
    issued_at: datetime
    sha256: str
    document: str
