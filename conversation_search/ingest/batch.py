"""What one batch has looked up so far, so that a message costs about one statement.

Everything here is true for as long as its transaction lasts: the rooms are held against other batches and listings,
the senders against becoming the agent's accounts. What the batch itself changes, it also changes or forgets here.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from conversation_search.ingest.locks import hold_rooms
from conversation_search.ingest.records import ConnectorRef, IncomingMessage
from conversation_search.managers import messages, rooms
from conversation_search.managers.messages import AudienceIds, KnownMessage
from conversation_search.managers.rooms import Actor, Connector, Room


@dataclass(slots=True)
class RoomOfBatch:
    """One room and what was looked up there."""

    room: Room
    connector: Connector
    known: dict[str, KnownMessage | None] = field(default_factory=dict)
    speakers: set[int] = field(default_factory=set)
    default_audience: AudienceIds | None = None

    def forget(self, message_ids: Collection[int]) -> None:
        """Look these stored messages up again: they were changed."""
        self.known = {
            external_id: known
            for external_id, known in self.known.items()
            if known is None or known.id not in message_ids
        }


@dataclass(slots=True)
class Batch:
    """The messages of one transaction and the state around them."""

    agent_id: int
    now: datetime
    connectors: dict[ConnectorRef, Connector]
    actors: dict[tuple[ConnectorRef, str], Actor]
    ids_of_rooms: dict[tuple[ConnectorRef, str], list[str]]
    rooms: dict[tuple[ConnectorRef, str], RoomOfBatch] = field(default_factory=dict)

    def actor(self, message: IncomingMessage) -> Actor:
        """Return the sender, marked by what the message says of it."""
        key = (message.connector, message.sender.external_id)
        actor = self.actors[key]
        becomes_agent = message.sender.is_agent is True and not actor.is_agent
        becomes_external = message.sender.is_external is True and not actor.is_external
        if becomes_agent or becomes_external:
            actor = rooms.mark_actor(actor.id, is_agent=becomes_agent, is_external=becomes_external)
            self.actors[key] = actor
            self.forget_audiences()
        return actor

    def room(self, message: IncomingMessage) -> RoomOfBatch | None:
        """Return the room of a message, if it exists."""
        key = room_key(message)
        if key not in self.rooms:
            connector = self.connectors[message.connector]
            found = rooms.find_room(connector.id, message.conversation.external_thread_id)
            if found is None:
                return None
            self.rooms[key] = RoomOfBatch(found, connector)
        return self.rooms[key]

    def known(self, place: RoomOfBatch, message: IncomingMessage) -> KnownMessage | None:
        """Return what is stored under the id of a message; the batch's ids of a room are looked up at once."""
        if message.external_message_id not in place.known:
            wanted = [one for one in self.ids_of_rooms[room_key(message)] if one not in place.known]
            found = messages.find_known_messages(place.room.id, wanted)
            place.known.update({one: found.get(one) for one in wanted})
        return place.known[message.external_message_id]

    def default_audience(self, place: RoomOfBatch, actor: Actor) -> AudienceIds:
        """Return the audience that a room gives to what this actor says there now."""
        speaks_first = actor.id not in place.speakers
        if speaks_first and (place.room.kind == "direct" or actor.is_external):
            # Whoever speaks in a direct message without a listing is its reader; whoever is external makes it shared.
            rooms.record_speaker(self.agent_id, place.room.id, actor.id)
            place.speakers.add(actor.id)
            place.default_audience = None
        if place.default_audience is None:
            place.default_audience = messages.resolve_default_audience(self.agent_id, place.room.id)
        return place.default_audience

    def forget_audiences(self) -> None:
        """Look the audiences of rooms up again: who is in them was changed."""
        for place in self.rooms.values():
            place.default_audience = None

    @staticmethod
    def forget(place: RoomOfBatch, message: IncomingMessage) -> None:
        """Look the message up again: what is stored under its id was changed."""
        place.known.pop(message.external_message_id, None)


def room_key(message: IncomingMessage) -> tuple[ConnectorRef, str]:
    """Return what names the room of a message within an agent."""
    return message.connector, message.conversation.external_thread_id


def open_batch(agent_id: int, incoming: Sequence[IncomingMessage]) -> Batch:
    """Hold the rooms and the senders of these messages and return what is known of them, in a transaction."""
    ids_of_rooms: dict[tuple[ConnectorRef, str], list[str]] = defaultdict(list)
    senders: dict[ConnectorRef, set[str]] = defaultdict(set)
    readers: dict[ConnectorRef, set[str]] = defaultdict(set)
    for message in incoming:
        ids_of_rooms[room_key(message)].append(message.external_message_id)
        senders[message.connector].add(message.sender.external_id)
        if message.audience is not None and message.audience.readers:
            readers[message.connector].update(message.audience.readers)
    hold_rooms(agent_id, ids_of_rooms)
    connectors = {ref: rooms.ensure_connector(agent_id, ref.type, ref.name) for ref in _in_order(senders)}
    actors = {
        (ref, actor.external_id): actor
        for ref, connector in connectors.items()
        for actor in rooms.lock_senders(agent_id, connector.id, sorted(senders[ref]))
    }
    for ref in _in_order(readers):
        # Known from here on, so that the account can be handed on and its next holder told from this one.
        rooms.add_actors(agent_id, connectors[ref].id, sorted(readers[ref]))
    return Batch(agent_id, rooms.read_clock(), connectors, actors, ids_of_rooms)


def _in_order(refs: Iterable[ConnectorRef]) -> list[ConnectorRef]:
    return sorted(refs, key=lambda ref: (ref.type, ref.name))
