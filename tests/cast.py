"""A small fixed cast: the same people and rooms in every test, one of whom may never see anything.

Ana and Ben work together, Cleo is a colleague who is not in the private room, Gus is a guest from another
organization, and Otto speaks only in a room of his own on another connector.
"""

# ruff: noqa: ANN401 - details are whatever fields a row has

from dataclasses import dataclass
from typing import Any

from conversation_search.models import (
    Actor,
    Connector,
    Conversation,
    ConversationParticipant,
    MessageEvent,
    Run,
    RuntimeAgent,
)
from tests.database import value
from tests.factories import AgentFactory, MessageFactory, RunFactory
from tests.factories.rooms import AGENT_ACCOUNT


@dataclass(frozen=True, slots=True)
class Cast:
    """People and rooms of one perspective."""

    agent: RuntimeAgent
    slack: Connector
    elsewhere: Connector
    mesh: Actor
    ana: Actor
    ben: Actor
    cleo: Actor
    gus: Actor
    otto: Actor
    launch: Conversation
    """#launch, a public channel."""
    board: Conversation
    """#board, a private channel of Ana and Ben."""
    shared: Conversation
    """#shared, a public channel that another organization is in."""
    dm_ana: Conversation
    dm_ben: Conversation
    dm_cleo: Conversation
    dm_otto: Conversation
    """On the other connector: nothing but public text ever reaches it."""

    @classmethod
    def assemble(cls) -> "Cast":
        """Make everybody and every room in a new perspective: a statement a table, for nearly every test does."""
        agent = AgentFactory.create()
        slack, elsewhere = Connector.objects.bulk_create(
            [
                Connector(runtime_agent=agent, type="slack", name="acme", joiners_read_history=True),
                Connector(runtime_agent=agent, type="teams", name="elsewhere"),
            ]
        )
        people = _people(slack, elsewhere)
        everything: dict[str, Any] = {**people, **_rooms(people)}
        return cls(agent=agent, slack=slack, elsewhere=elsewhere, **everything)

    def says(self, speaker: Actor, room: Conversation, body: str, **details: object) -> MessageEvent:
        """Store a message with the evidence that its room gives it."""
        return MessageFactory.create(actor=speaker, conversation=room, body=body, **details)

    def asks(self, requester: Actor | None, room: Conversation, **details: object) -> Run:
        """Open a run in a room, without a message."""
        return RunFactory.create(conversation=room, requester=requester, **details)


def _people(slack: Connector, elsewhere: Connector) -> dict[str, Actor]:
    people = {
        "ana": _actor(slack, "ana", display_name="Ana"),
        "ben": _actor(slack, "ben", display_name="Ben"),
        "cleo": _actor(slack, "cleo", display_name="Cleo"),
        "mesh": _actor(slack, AGENT_ACCOUNT, is_agent=True, own_account="registered"),
        "gus": _actor(slack, "gus", display_name="Gus", is_external=True),
        "otto": _actor(elsewhere, "otto", display_name="Otto"),
    }
    Actor.objects.bulk_create(people.values())
    return people


def _rooms(people: dict[str, Actor]) -> dict[str, Conversation]:
    slack, elsewhere = people["ana"].connector, people["otto"].connector
    listed_at = value("SELECT statement_timestamp()")
    rooms = {
        "launch": _room(slack, "launch", "public_channel"),
        "board": _room(slack, "board", "private_channel", ["ana", "ben", AGENT_ACCOUNT]),
        "shared": _room(slack, "shared", "public_channel", flagged_shared=True),
        "dm_ana": _room(slack, "dm-ana", "direct", ["ana", AGENT_ACCOUNT]),
        "dm_ben": _room(slack, "dm-ben", "direct", ["ben", AGENT_ACCOUNT]),
        "dm_cleo": _room(slack, "dm-cleo", "direct", ["cleo", AGENT_ACCOUNT]),
        "dm_otto": _room(elsewhere, "dm-otto", "direct", ["otto"]),
    }
    for room in rooms.values():
        room.members_as_of = listed_at if room.members is not None else None
    Conversation.objects.bulk_create(rooms.values())
    by_external_id = {actor.external_id: actor for actor in people.values()}
    ConversationParticipant.objects.bulk_create(
        ConversationParticipant(
            runtime_agent=room.runtime_agent, conversation=room, actor=by_external_id[external_id]
        )
        for room in rooms.values()
        for external_id in room.members or ()
    )
    return rooms


def _actor(connector: Connector, external_id: str, **details: Any) -> Actor:
    return Actor(
        runtime_agent=connector.runtime_agent, connector=connector, external_id=external_id, **details
    )


def _room(
    connector: Connector, name: str, kind: str, members: list[str] | None = None, **details: Any
) -> Conversation:
    return Conversation(
        runtime_agent=connector.runtime_agent,
        connector=connector,
        external_thread_id=name,
        name=name,
        kind=kind,
        members=members,
        **details,
    )
