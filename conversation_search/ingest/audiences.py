"""Which audience a message is given: its room's, or the narrower one that it names itself."""

from conversation_search.ingest.batch import Batch, RoomOfBatch
from conversation_search.ingest.records import IncomingMessage
from conversation_search.ingest.results import Rejection
from conversation_search.managers import messages
from conversation_search.managers.messages import NO_AUDIENCE, AudienceIds
from conversation_search.managers.rooms import Actor

WIDER = "The audience is wider than that of the room. Name a part of the room's readers, or leave it out."


def audience_of(batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage) -> AudienceIds:
    """Return the audience to record for a message: none for an account of the agent, or for unknown readers.

    Raises Rejection when the message names an audience that is wider than its room's.
    """
    if actor.is_agent:
        return NO_AUDIENCE
    default = batch.default_audience(place, actor)
    return default if message.audience is None else explicit_audience(batch, place, message)


def explicit_audience(batch: Batch, place: RoomOfBatch, message: IncomingMessage) -> AudienceIds:
    """Return the audience that a message names itself; none when it names none."""
    named = message.audience
    if named is None:
        return NO_AUDIENCE
    found = messages.resolve_explicit_audience(batch.agent_id, place.room.id, named.visibility, named.readers)
    if found.is_wider:
        raise Rejection("audience_wider", WIDER)
    return found
