"""Registers platform workspaces and the accounts that the agent has there."""

from conversation_search.ingest.records import IncomingConnector
from conversation_search.ingest.results import StoredConnector
from conversation_search.managers import rooms
from conversation_search.managers.transactions import in_transaction


def put(agent_id: int, incoming: IncomingConnector) -> StoredConnector:
    """Register a connector, or replace what it declares; accounts of the agent are only ever added."""
    return in_transaction(lambda: _put(agent_id, incoming))


def _put(agent_id: int, incoming: IncomingConnector) -> StoredConnector:
    connector = rooms.put_connector(
        agent_id,
        incoming.ref.type,
        incoming.ref.name,
        joiners_read_history=incoming.joiners_read_history,
        public=incoming.public,
    )
    rooms.mark_agent_accounts(agent_id, connector.id, incoming.agent_account_ids)
    return StoredConnector(
        connector_id=connector.id,
        ref=incoming.ref,
        agent_account_ids=rooms.list_agent_accounts(connector.id),
        joiners_read_history=incoming.joiners_read_history,
        public=incoming.public,
    )
