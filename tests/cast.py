"""A small fixed cast: the same people and rooms in every test, one of whom may never see anything.

Ana and Ben work together, Cleo is a colleague who is not in the private room, Gus is a guest from another
organization, and Otto speaks only in a room of his own on another connector.
"""

from dataclasses import dataclass

from conversation_search.models import Actor, Connector, Conversation, MessageEvent, Run, RuntimeAgent
from tests.factories import (
    ActorFactory,
    AgentFactory,
    ConnectorFactory,
    ConversationFactory,
    MessageFactory,
    RunFactory,
    agent_account,
)


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
        """Make everybody and every room in a new perspective."""
        agent = AgentFactory.create()
        slack = ConnectorFactory.create(runtime_agent=agent, name="acme", joiners_read_history=True)
        elsewhere = ConnectorFactory.create(runtime_agent=agent, type="teams", name="elsewhere")
        people = {name: _person(slack, name) for name in ("ana", "ben", "cleo")}
        return cls(
            agent=agent,
            slack=slack,
            elsewhere=elsewhere,
            mesh=agent_account(slack),
            gus=ActorFactory.create(connector=slack, external_id="gus", display_name="Gus", is_external=True),
            otto=_person(elsewhere, "otto"),
            launch=_room(slack, "launch", "public_channel"),
            board=_room(slack, "board", "private_channel", ["ana", "ben", "mesh-agent"]),
            shared=_room(slack, "shared", "public_channel", flagged_shared=True),
            dm_ana=_room(slack, "dm-ana", "direct", ["ana", "mesh-agent"]),
            dm_ben=_room(slack, "dm-ben", "direct", ["ben", "mesh-agent"]),
            dm_cleo=_room(slack, "dm-cleo", "direct", ["cleo", "mesh-agent"]),
            dm_otto=_room(elsewhere, "dm-otto", "direct", ["otto"]),
            **people,
        )

    def says(self, speaker: Actor, room: Conversation, body: str, **details: object) -> MessageEvent:
        """Store a message with the evidence that its room gives it."""
        return MessageFactory.create(actor=speaker, conversation=room, body=body, **details)

    def asks(self, requester: Actor | None, room: Conversation, **details: object) -> Run:
        """Open a run in a room, without a message."""
        return RunFactory.create(conversation=room, requester=requester, **details)


def _person(connector: Connector, name: str) -> Actor:
    return ActorFactory.create(connector=connector, external_id=name, display_name=name.capitalize())


def _room(
    connector: Connector, name: str, kind: str, members: list[str] | None = None, **details: object
) -> Conversation:
    return ConversationFactory.create(
        connector=connector, external_thread_id=name, name=name, kind=kind, members=members, **details
    )
