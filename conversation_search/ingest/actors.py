"""Stores what is known of people and other accounts."""

from conversation_search.errors import NotFound
from conversation_search.ingest.records import ConnectorRef, IncomingActor
from conversation_search.ingest.results import RetiredActor, StoredActor
from conversation_search.managers import identity, rooms
from conversation_search.managers.rooms import ActorDescription
from conversation_search.managers.transactions import in_transaction


def put(agent_id: int, incoming: IncomingActor) -> StoredActor:
    """Make an actor, or update what is given of it. An account of the agent stays one, whatever is said later."""
    return in_transaction(lambda: _put(agent_id, incoming))


def retire(agent_id: int, connector: ConnectorRef, external_id: str) -> RetiredActor:
    """Retire an account that was handed to someone else; whoever holds its id from now on starts with nothing.

    Raises NotFound for an account that is not known, and for an account of the agent, which nobody else can hold.
    """
    return in_transaction(lambda: _retire(agent_id, connector, external_id))


def _retire(agent_id: int, connector: ConnectorRef, external_id: str) -> RetiredActor:
    known = rooms.find_connector(agent_id, connector.type, connector.name)
    generation = None if known is None else identity.retire_actor(agent_id, known.id, external_id)
    if generation is None:
        raise NotFound
    return RetiredActor(connector, external_id, generation)


def _put(agent_id: int, incoming: IncomingActor) -> StoredActor:
    connector = rooms.ensure_connector(agent_id, incoming.connector.type, incoming.connector.name)
    described = ActorDescription(
        incoming.display_name, incoming.organization, incoming.is_agent, incoming.is_external
    )
    stored = rooms.put_actor(agent_id, connector.id, incoming.external_id, described)
    return StoredActor(
        actor_id=stored.id,
        connector=incoming.connector,
        external_id=incoming.external_id,
        display_name=stored.display_name,
        organization=stored.organization,
        is_agent=stored.is_agent,
        is_external=stored.is_external,
    )
