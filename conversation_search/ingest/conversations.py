"""Keeps what a room is and who is in it, by the newest description of its platform."""

from datetime import datetime

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.ingest import values
from conversation_search.ingest.locks import hold_rooms
from conversation_search.ingest.records import ConnectorRef, IncomingConversation
from conversation_search.ingest.results import StoredConversation
from conversation_search.managers import rooms
from conversation_search.managers.rooms import Room, RoomDescription
from conversation_search.managers.transactions import in_transaction

KIND_NEEDED = "The room is not known yet, so its kind must be given."


def put(
    agent_id: int, connector: ConnectorRef, incoming: IncomingConversation, as_of: datetime | None = None
) -> StoredConversation:
    """Make a room, or update what is said of it; what is None is kept.

    `as_of` says when the description was true, None is now. Each thing it says counts where nothing newer was said of
    that very thing; one that says nothing new is not `applied`.
    InvalidArgument when it lies in the future, or when a new room has no kind.
    """
    if as_of is not None:
        try:
            as_of = values.check_moment(as_of)
        except ValueError as error:
            raise InvalidArgument.of("as_of", str(error)) from None
    return in_transaction(lambda: _put(agent_id, connector, incoming, as_of))


def add(
    agent_id: int, connector_id: int, incoming: IncomingConversation, as_of: datetime | None = None
) -> Room:
    """Make a room that is not known yet, within a transaction that holds it; InvalidArgument without a kind."""
    if incoming.kind is None:
        raise InvalidArgument.of("conversation.kind", KIND_NEEDED)
    room = rooms.add_room(agent_id, connector_id, _described(incoming, as_of))
    _list_members(agent_id, connector_id, room.id, incoming)
    return room


def _put(
    agent_id: int, ref: ConnectorRef, incoming: IncomingConversation, as_of: datetime | None
) -> StoredConversation:
    if as_of is not None and as_of > rooms.read_clock() + limits.CLOCK_SKEW:
        raise InvalidArgument.of("as_of", "This time is in the future.")
    hold_rooms(agent_id, [(ref, incoming.external_thread_id)])
    connector_id = rooms.ensure_connector(agent_id, ref.type, ref.name).id
    known = rooms.find_listed_room(connector_id, incoming.external_thread_id, incoming.members)
    if known is None:
        added = add(agent_id, connector_id, incoming, as_of)
        return _stored(ref, incoming.external_thread_id, added.id, applied=True)
    applied = rooms.update_room(known.id, _described(incoming, as_of))
    if applied and not known.is_same_listing:
        _list_members(agent_id, connector_id, known.id, incoming)
    return _stored(ref, incoming.external_thread_id, known.id, applied=applied)


def _list_members(
    agent_id: int, connector_id: int, conversation_id: int, incoming: IncomingConversation
) -> None:
    """Make participants of everyone listed, so that someone external among them makes the room shared."""
    if incoming.members:
        rooms.add_actors(agent_id, connector_id, incoming.members)
        rooms.add_participants(conversation_id, connector_id, incoming.members)


def _described(incoming: IncomingConversation, as_of: datetime | None) -> RoomDescription:
    return RoomDescription(
        external_thread_id=incoming.external_thread_id,
        kind=incoming.kind,
        name=incoming.name,
        members=incoming.members,
        externally_shared=incoming.externally_shared,
        restricted=incoming.restricted,
        as_of=as_of,
    )


def _stored(
    ref: ConnectorRef, external_thread_id: str, conversation_id: int, *, applied: bool
) -> StoredConversation:
    state = rooms.load_room(conversation_id)
    return StoredConversation(
        conversation_id=conversation_id,
        connector=ref,
        external_thread_id=external_thread_id,
        kind=state.kind,
        name=state.name,
        members=None if state.members is None else tuple(state.members),
        members_as_of=state.members_as_of,
        externally_shared=state.externally_shared,
        restricted=state.restricted,
        applied=applied,
    )
