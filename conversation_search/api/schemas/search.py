"""What a search answers, in the key order of the contract."""

from typing import Literal

from pydantic import BaseModel

Reason = Literal[
    "words",
    "phrase",
    "recent",
    "same_conversation",
    "same_organization",
    "requester_spoke",
    "named_speaker",
    "semantic",
]


class Neighbour(BaseModel):
    """One message beside a hit."""

    message_id: str
    when: str
    speaker: str
    text: str


class Hit(BaseModel):
    """One message that was found, with up to two on either side.

    `matches` tells where in `text` the query matches: start and end, in code points, in order, never overlapping.
    """

    where: str
    channel: str
    this_conversation: bool
    when: str
    ago: str
    speaker: str
    text: str
    matches: list[list[int]]
    before: list[Neighbour]
    after: list[Neighbour]
    score: float
    why: list[Reason]
    message_id: str


class Applied(BaseModel):
    """The filters as they were understood; times in UTC."""

    speaker: Literal["anyone", "requester", "you"]
    after: str | None
    before: str | None
    limit: int


class Budget(BaseModel):
    """How many distinct messages searches of this run may still show."""

    limit: int
    remaining: int


class SearchResult(BaseModel):
    """The result of one search; ids come first so that a result cut short still yields them."""

    status: Literal["ok", "no_matches", "search_budget_exhausted"]
    message_ids: list[str]
    count: int
    search_id: str
    applied: Applied
    degraded: list[str]
    budget: Budget
    hits: list[Hit]
