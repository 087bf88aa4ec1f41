"""Connectors, the people there, their rooms, and who is in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from conversation_search.managers.statements import Done, Statement

Kind = Literal["direct", "group_direct", "private_channel", "public_channel"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of the database."""

    now: datetime


@dataclass(frozen=True, slots=True)
class Locked:
    """The row of a statement that only takes a lock."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class Connector:
    """A connector; `public` ones take any explicit audience."""

    id: int
    public: bool


@dataclass(frozen=True, slots=True)
class ExternalId:
    """An id that a platform gave."""

    external_id: str


@dataclass(frozen=True, slots=True)
class Actor:
    """An actor as far as storing a message needs it."""

    id: int
    external_id: str
    is_agent: bool
    is_external: bool


@dataclass(frozen=True, slots=True)
class ActorDescription:
    """What is said of an actor; None is not said."""

    display_name: str | None
    organization: str | None
    is_agent: bool | None
    is_external: bool | None


@dataclass(frozen=True, slots=True)
class ActorState:
    """An actor as it is stored."""

    id: int
    display_name: str | None
    organization: str | None
    is_agent: bool
    is_external: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A room as far as storing a message needs it."""

    id: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class ListedRoom:
    """A room, and whether the listing it was looked up with is the one it has."""

    id: int
    kind: Kind
    is_same_listing: bool


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room as it is stored; `externally_shared` counts its external participants in."""

    id: int
    kind: Kind
    name: str | None
    members: list[str] | None
    members_as_of: datetime | None
    externally_shared: bool
    restricted: bool


@dataclass(frozen=True, slots=True)
class RoomDescription:
    """What is said of a room; None is not said. `as_of` None is now."""

    external_thread_id: str
    kind: Kind | None
    name: str | None
    members: Sequence[str] | None
    externally_shared: bool | None
    restricted: bool | None
    as_of: datetime | None


READ_CLOCK: Final = Statement("read_clock", Clock)
LOCK_ROOMS: Final = Statement("lock_rooms", Locked)
FIND_CONNECTOR: Final = Statement("find_connector", Connector)
ADD_CONNECTOR: Final = Statement("add_connector", Done)
PUT_CONNECTOR: Final = Statement("put_connector", Connector)
MARK_AGENT_ACCOUNTS: Final = Statement("mark_agent_accounts", Done)
LIST_AGENT_ACCOUNTS: Final = Statement("list_agent_accounts", ExternalId)
PUT_ACTOR: Final = Statement("put_actor", ActorState)
ADD_ACTORS: Final = Statement("add_actors", Done)
LOCK_SENDERS: Final = Statement("lock_senders", Actor)
MARK_ACTOR: Final = Statement("mark_actor", Actor)
FIND_ROOM: Final = Statement("find_room", Room)
FIND_LISTED_ROOM: Final = Statement("find_listed_room", ListedRoom)
LOAD_ROOM: Final = Statement("load_room", RoomState)
ADD_ROOM: Final = Statement("add_room", Room)
UPDATE_ROOM: Final = Statement("update_room", Room)
ADD_PARTICIPANTS: Final = Statement("add_participants", Done)
RECORD_SPEAKER: Final = Statement("record_speaker", Done)


def read_clock() -> datetime:
    """Return the database's time, which dates everything that is received."""
    return READ_CLOCK.one().now


def lock_rooms(keys: Sequence[int]) -> None:
    """Hold these keys until the transaction ends; whoever holds several takes them in ascending order."""
    LOCK_ROOMS.all(keys=sorted(set(keys)))


def find_connector(runtime_agent_id: int, connector_type: str, name: str) -> Connector | None:
    """Return a connector of this agent."""
    return FIND_CONNECTOR.first(runtime_agent_id=runtime_agent_id, type=connector_type, name=name)


def ensure_connector(runtime_agent_id: int, connector_type: str, name: str) -> Connector:
    """Return a connector, made with the defaults when it is new."""
    key: dict[str, object] = {"runtime_agent_id": runtime_agent_id, "type": connector_type, "name": name}
    found = FIND_CONNECTOR.first(**key)
    if found is None:
        ADD_CONNECTOR.run(**key)
        found = FIND_CONNECTOR.one(**key)
    return found


def put_connector(
    runtime_agent_id: int, connector_type: str, name: str, *, joiners_read_history: bool, public: bool
) -> Connector:
    """Make a connector or replace what it declares."""
    return PUT_CONNECTOR.one(
        runtime_agent_id=runtime_agent_id,
        type=connector_type,
        name=name,
        joiners_read_history=joiners_read_history,
        public=public,
    )


def mark_agent_accounts(runtime_agent_id: int, connector_id: int, external_ids: Sequence[str]) -> None:
    """Mark accounts as the agent's own, for good; what they said before loses its lineage."""
    if external_ids:
        MARK_AGENT_ACCOUNTS.run(
            runtime_agent_id=runtime_agent_id, connector_id=connector_id, external_ids=list(external_ids)
        )


def list_agent_accounts(connector_id: int) -> tuple[str, ...]:
    """Return the external ids of the agent's own accounts on a connector, sorted."""
    return tuple(row.external_id for row in LIST_AGENT_ACCOUNTS.all(connector_id=connector_id))


def put_actor(
    runtime_agent_id: int, connector_id: int, external_id: str, described: ActorDescription
) -> ActorState:
    """Make an actor or update what is said of it."""
    return PUT_ACTOR.one(
        runtime_agent_id=runtime_agent_id,
        connector_id=connector_id,
        external_id=external_id,
        display_name=described.display_name,
        organization=described.organization,
        is_agent=described.is_agent,
        is_external=described.is_external,
    )


def add_actors(runtime_agent_id: int, connector_id: int, external_ids: Sequence[str]) -> None:
    """Make the actors of these ids that are not known yet."""
    ADD_ACTORS.run(
        runtime_agent_id=runtime_agent_id, connector_id=connector_id, external_ids=list(external_ids)
    )


def lock_senders(runtime_agent_id: int, connector_id: int, external_ids: Sequence[str]) -> list[Actor]:
    """Return the actors of these ids, made when new; none becomes the agent's until the transaction ends."""
    found = LOCK_SENDERS.all(connector_id=connector_id, external_ids=list(external_ids))
    if len(found) < len(external_ids):
        add_actors(runtime_agent_id, connector_id, external_ids)
        found = LOCK_SENDERS.all(connector_id=connector_id, external_ids=list(external_ids))
    return found


def mark_actor(actor_id: int, *, is_agent: bool, is_external: bool) -> Actor:
    """Mark an actor as the agent's account, as external, or both; false leaves it as it is."""
    return MARK_ACTOR.one(actor_id=actor_id, is_agent=is_agent, is_external=is_external)


def find_room(connector_id: int, external_thread_id: str) -> Room | None:
    """Return a room of a connector."""
    return FIND_ROOM.first(connector_id=connector_id, external_thread_id=external_thread_id)


def find_listed_room(
    connector_id: int, external_thread_id: str, members: Sequence[str] | None
) -> ListedRoom | None:
    """Return a room of a connector, compared with a listing that is sorted and has no repeats."""
    return FIND_LISTED_ROOM.first(
        connector_id=connector_id, external_thread_id=external_thread_id, members=_array(members)
    )


def load_room(conversation_id: int) -> RoomState:
    """Return a room as it is now."""
    return LOAD_ROOM.one(conversation_id=conversation_id)


def add_room(runtime_agent_id: int, connector_id: int, described: RoomDescription) -> Room:
    """Make a room that is held and not known yet. Its kind must be given."""
    return ADD_ROOM.one(
        runtime_agent_id=runtime_agent_id,
        connector_id=connector_id,
        external_thread_id=described.external_thread_id,
        **_said(described),
    )


def update_room(conversation_id: int, described: RoomDescription) -> bool:
    """Update what is said of a room; False when what is stored is newer."""
    return UPDATE_ROOM.first(conversation_id=conversation_id, **_said(described)) is not None


def add_participants(conversation_id: int, connector_id: int, external_ids: Sequence[str]) -> None:
    """Record that these known actors were listed in a room."""
    ADD_PARTICIPANTS.run(
        conversation_id=conversation_id, connector_id=connector_id, external_ids=list(external_ids)
    )


def record_speaker(runtime_agent_id: int, conversation_id: int, actor_id: int) -> None:
    """Record that an actor speaks in a room now."""
    RECORD_SPEAKER.run(runtime_agent_id=runtime_agent_id, conversation_id=conversation_id, actor_id=actor_id)


def _said(described: RoomDescription) -> dict[str, object]:
    return {
        "kind": described.kind,
        "name": described.name,
        "members": _array(described.members),
        "externally_shared": described.externally_shared,
        "restricted": described.restricted,
        "as_of": described.as_of,
    }


def _array(members: Sequence[str] | None) -> list[str] | None:
    return None if members is None else list(members)
