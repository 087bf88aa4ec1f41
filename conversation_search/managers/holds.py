"""Legal holds: placed, listed with what they keep, and what was done about them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class Doer:
    """Who does something that goes on record: a user or an API key, by row number and by name."""

    kind: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class HoldId:
    """The id of a hold, or of an event."""

    id: int


@dataclass(frozen=True, slots=True)
class HoldScope:
    """What a hold names of an agent; what is None narrows nothing."""

    actor_id: int | None = None
    conversation_id: int | None = None
    sent_from: datetime | None = None
    sent_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class HoldRow:
    """One hold with its last event; `kept` counts deletions whose text it keeps, up to a bound."""

    hold_id: int
    agent_id: int
    actor_id: int | None
    conversation_id: int | None
    sent_from: datetime | None
    sent_before: datetime | None
    reason: str
    placed_at: datetime
    released_at: datetime | None
    placed_by: str
    latest: str
    latest_who_kind: str
    latest_who: int
    latest_by: str
    kept: int


@dataclass(frozen=True, slots=True)
class HoldEventRow:
    """One thing that was done about a hold."""

    kind: str
    happened_at: datetime
    who_kind: str
    who_name: str
    reason: str


@dataclass(frozen=True, slots=True)
class HeldCount:
    """How many messages a hold covers, up to a bound."""

    messages: int


PLACE_HOLD: Final = Statement("place_hold", HoldId)
ADD_HOLD_EVENT: Final = Statement("add_hold_event", HoldId)
LIST_HOLDS: Final = Statement("list_holds", HoldRow, planned_each_time=True)
LIST_HOLD_EVENTS: Final = Statement("list_hold_events", HoldEventRow)
COUNT_HELD: Final = Statement("count_held", HeldCount, planned_each_time=True)


def place_hold(agent_id: int, scope: HoldScope, reason: str) -> int | None:
    """Place a hold and return its number; None when the agent, or what it names of it, is not there."""
    row = PLACE_HOLD.first(
        runtime_agent_id=agent_id,
        actor_id=scope.actor_id,
        conversation_id=scope.conversation_id,
        sent_from=scope.sent_from,
        sent_before=scope.sent_before,
        reason=reason,
    )
    return None if row is None else row.id


def add_hold_event(hold_id: int, agent_id: int | None, kind: str, doer: Doer, reason: str) -> bool:
    """Put on record what somebody did about a hold; False when there is none such, of this agent where one is named."""
    row = ADD_HOLD_EVENT.first(
        hold_id=hold_id,
        runtime_agent_id=agent_id,
        kind=kind,
        who_kind=doer.kind,
        who=doer.number,
        who_name=doer.name,
        reason=reason,
    )
    return row is not None


def list_holds(
    agent_id: int | None, hold_id: int | None, before_id: int | None, limit: int, most: int
) -> list[HoldRow]:
    """Return holds, newest first, of one agent or of all, from before one of them; counting up to `most`."""
    return LIST_HOLDS.all(
        runtime_agent_id=agent_id, hold_id=hold_id, before_id=before_id, limit=limit, most=most
    )


def list_hold_events(hold_id: int) -> list[HoldEventRow]:
    """Return what was done about a hold, oldest first."""
    return LIST_HOLD_EVENTS.all(hold_id=hold_id)


def count_held(hold_id: int, most: int) -> int:
    """Return how many messages a hold covers, counting up to `most`."""
    return COUNT_HELD.one(hold_id=hold_id, most=most).messages
