"""Registering a workspace replaces what it declares and only ever adds accounts of the agent."""

from conversation_search.ingest import connectors
from conversation_search.ingest.records import ConnectorRef, IncomingConnector
from tests.cast import Cast
from tests.factories import AgentFactory
from tests.ingest.said import SLACK, said, store_one

NEW = ConnectorRef("irc", "libera")


def test_a_new_connector_has_what_it_declares(cast: Cast) -> None:
    stored = connectors.put(
        cast.agent.pk, IncomingConnector(NEW, ("b", "a", "b"), joiners_read_history=True, public=True)
    )
    assert stored.agent_account_ids == ("a", "b")
    assert (stored.joiners_read_history, stored.public) == (True, True)


def test_what_is_left_out_is_false_again(cast: Cast) -> None:
    connectors.put(cast.agent.pk, IncomingConnector(NEW, joiners_read_history=True, public=True))
    stored = connectors.put(cast.agent.pk, IncomingConnector(NEW))
    assert (stored.joiners_read_history, stored.public) == (False, False)


def test_accounts_of_the_agent_are_only_ever_added(cast: Cast) -> None:
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, ("second",)))
    stored = connectors.put(cast.agent.pk, IncomingConnector(SLACK))
    assert stored.agent_account_ids == ("mesh-agent", "second")


def test_putting_a_connector_twice_is_the_same_as_once(cast: Cast) -> None:
    incoming = IncomingConnector(NEW, ("a",), public=True)
    assert connectors.put(cast.agent.pk, incoming) == connectors.put(cast.agent.pk, incoming)


def test_a_connector_that_a_message_made_is_the_one_that_is_registered(cast: Cast) -> None:
    store_one(cast, said(connector=SLACK))
    assert connectors.put(cast.agent.pk, IncomingConnector(SLACK)).connector_id == cast.slack.pk


def test_two_agents_have_two_connectors_of_one_name(cast: Cast) -> None:
    other = AgentFactory.create()
    mine = connectors.put(cast.agent.pk, IncomingConnector(NEW, ("a",)))
    theirs = connectors.put(other.pk, IncomingConnector(NEW))
    assert mine.connector_id != theirs.connector_id
    assert theirs.agent_account_ids == ()
