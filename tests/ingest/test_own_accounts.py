"""Which accounts of the agent are no readers: a word in a message must not take a reader away."""

import pytest

from conversation_search.ingest import connectors, conversations
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingConnector,
    IncomingConversation,
    IncomingSender,
)
from conversation_search.models import Conversation
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import rows
from tests.factories import ConnectorFactory, ConversationFactory, MessageFactory, RunFactory
from tests.ingest.said import SLACK, room, said, store, store_one
from tests.runs.turns import answer

READERS = """
SELECT (destination).readers
FROM (SELECT mesh_destination_audience(%(room_id)s::bigint, NULL) AS destination) AS known
"""


def marks(cast: Cast, name: str, where: str = "launch") -> None:
    """Let a message call its sender an agent."""
    store_one(cast, said("hi", where=where, id=f"by {name}", sender=IncomingSender(name, is_agent=True)))


def readers(conversation: Conversation) -> list[str]:
    """Return who will read an answer given in a room now."""
    ((found,),) = rows(READERS, room_id=conversation.pk)
    return found or []


@pytest.mark.privacy
def test_a_listed_reader_whom_a_message_calls_an_agent_stays_a_reader(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    group = ConversationFactory.create(
        connector=cast.slack, kind="group_direct", members=["ana", "ben", "mesh-agent"]
    )
    marks(cast, "ben")
    assert readers(group) == ["ana", "ben"]
    assert not may_show(cast.asks(cast.ana, group), secret)


@pytest.mark.privacy
def test_whoever_spoke_and_is_called_an_agent_stays_a_reader(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    marks(cast, "ben", where="dm-ana")
    assert not may_show(cast.asks(cast.ana, cast.dm_ana), secret)


def test_an_account_that_a_message_calls_an_agent_may_be_named_as_a_reader(cast: Cast) -> None:
    marks(cast, "ben")
    stored = store_one(cast, said(where="board", id="m2"))
    assert stored.has_evidence
    assert readers(cast.board) == ["ana", "ben"]


def test_where_no_account_is_registered_the_one_that_speaks_as_the_agent_is_no_reader(cast: Cast) -> None:
    question, answered, thanks = store(
        cast,
        *(
            said(
                text,
                connector=ConnectorRef("teams", "new"),
                where=room("dm", "direct"),
                id=text,
                sender=sender,
            )
            for text, sender in (
                ("when?", "olga"),
                ("friday", IncomingSender("bot", is_agent=True)),
                ("thanks", "olga"),
            )
        ),
    )
    assert [one.has_evidence for one in (question, answered, thanks)] == [True, False, True]


def test_the_account_that_stood_in_is_no_reader_when_another_is_registered(cast: Cast) -> None:
    connector = ConnectorFactory.create(runtime_agent=cast.agent, name="new")
    dm = ConversationFactory.create(connector=connector, kind="direct")
    asked = MessageFactory.create(conversation=dm)
    answer(RunFactory.create(conversation=dm, requester=asked.actor, inbound_message=asked))
    assert readers(dm) == [asked.actor.external_id]
    connectors.put(cast.agent.pk, IncomingConnector(ConnectorRef("slack", "new"), ("bot",)))
    assert readers(dm) == [asked.actor.external_id]


def test_a_registered_account_is_no_reader_although_a_message_called_it_an_agent_first(cast: Cast) -> None:
    marks(cast, "second")
    conversations.put(cast.agent.pk, SLACK, IncomingConversation("board", members=("ana", "ben", "second")))
    assert readers(cast.board) == ["ana", "ben", "second"]
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, ("second",), joiners_read_history=True))
    assert readers(cast.board) == ["ana", "ben"]
