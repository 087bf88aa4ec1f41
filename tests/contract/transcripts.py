"""Plays random histories twice: into the database, and into the graph that the oracle walks."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from conversation_search.models import Actor, Conversation, Memory, MessageEvent
from tests.contract.oracle import Node, is_gone
from tests.database import column, execute, rows
from tests.factories import (
    ActorFactory,
    AgentFactory,
    ConnectorFactory,
    ConversationFactory,
    MemoryFactory,
    MessageFactory,
    ReplyFactory,
    agent_account,
)
from tests.factories.messages import FIRST_SENT, record_evidence, room_audience_id

NOWHERE = 1 << 50
"""An id that no message has."""
LISTINGS: tuple[list[str] | None, ...] = (["ana"], ["ana", "ben"], ["ben", "cleo"], [], None)

JUDGE_EACH = """
SELECT
    event.id,
    evidence.audience_id = ANY (%(allowed)s::bigint[])
    AND coalesce(CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END, 0) IN (
        SELECT * FROM mesh_allowed_classes(event.runtime_agent_id, %(allowed)s::bigint[])
    )
    AND event.deleted_at IS NULL,
    mesh_messages_allowed(event.runtime_agent_id, ARRAY[event.id], %(allowed)s::bigint[]),
    event.deleted_at IS NOT NULL OR (
        document.class_id IS NOT DISTINCT FROM CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END
        AND document.audience_id IS NOT DISTINCT FROM evidence.audience_id
        AND document.message_event_id IS NOT NULL
    )
FROM message_events AS event
LEFT JOIN message_source_evidence AS evidence ON evidence.message_event_id = event.id
LEFT JOIN message_search_documents AS document
    ON document.message_event_id = event.id AND document.runtime_agent_id = event.runtime_agent_id
WHERE event.runtime_agent_id = %(agent_id)s::bigint
UNION ALL
SELECT
    -memory.id,
    memory.audience_id = ANY (%(allowed)s::bigint[])
    AND coalesce(CASE WHEN memory.withheld_at IS NULL THEN memory.class_id END, 0) IN (
        SELECT * FROM mesh_allowed_classes(memory.runtime_agent_id, %(allowed)s::bigint[])
    )
    AND memory.deleted_at IS NULL,
    mesh_memories_allowed(memory.runtime_agent_id, ARRAY[memory.id], %(allowed)s::bigint[]),
    (memory.deleted_at IS NULL) = (memory.body <> '')
FROM memories AS memory
WHERE memory.runtime_agent_id = %(agent_id)s::bigint
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens; the numbers pick a room, a person or a message among those there are."""

    what: str
    room: int
    person: int
    messages: tuple[int, ...]
    flag: bool


STEPS = st.lists(
    st.builds(
        Step,
        what=st.sampled_from(
            (
                *("say", "say", "say", "reply", "reply", "reply", "remember", "remember"),
                *("edit", "delete", "delete", "list", "mark", "agent_says"),
            )
        ),
        room=st.integers(0, 3),
        person=st.integers(0, 2),
        messages=st.lists(st.integers(0, 30), max_size=4).map(tuple),
        flag=st.booleans(),
    ),
    min_size=3,
    max_size=16,
)


@dataclass(slots=True)
class Transcript:
    """One agent, four rooms and three people, and what the oracle knows about every message."""

    rooms: list[Conversation]
    people: list[Actor]
    graph: dict[int, Node] = field(default_factory=dict)
    stored: list[MessageEvent] = field(default_factory=list)
    remembered: list[Memory] = field(default_factory=list)
    edits: int = 0
    listings: int = 0

    @classmethod
    def begin(cls) -> "Transcript":
        """Make the rooms and the people."""
        connector = ConnectorFactory.create(runtime_agent=AgentFactory.create())
        # Registered before anything happens: from then on, who is merely marked an agent goes on reading.
        agent_account(connector)
        listings = (None, ["ana"], ["ana", "ben"], ["ben", "cleo"])
        kinds = ("public_channel", "direct", "private_channel", "group_direct")
        rooms = [
            ConversationFactory.create(connector=connector, kind=kind, members=members)
            for kind, members in zip(kinds, listings, strict=True)
        ]
        people = [
            ActorFactory.create(connector=connector, external_id=name) for name in ("ana", "ben", "cleo")
        ]
        return cls(rooms, people)

    def play(self, steps: list[Step]) -> None:
        """Let everything happen, in order."""
        for step in steps:
            getattr(self, f"_{step.what}")(step)

    def judged(self, allowed: list[int]) -> list[tuple[Any, ...]]:
        """Return id, class filter, authority and whether the index agrees with the evidence, for each message."""
        return rows(JUDGE_EACH, agent_id=self.rooms[0].runtime_agent_id, allowed=allowed)

    def audience_ids(self) -> list[int]:
        """Return every audience that was stored."""
        return column(
            "SELECT id FROM audiences WHERE runtime_agent_id = %(agent_id)s::bigint ORDER BY id",
            agent_id=self.rooms[0].runtime_agent_id,
        )

    def _say(self, step: Step) -> None:
        person, room = self.people[step.person], self.rooms[step.room]
        has_evidence = not step.flag or step.person != 0
        message = MessageFactory.create(conversation=room, actor=person, evidence=has_evidence)
        own = room_audience_id(room.pk) if has_evidence and not self._is_agent(person) else None
        self._keep(message, Node([own] if own else None, by_agent=self._is_agent(person)))

    def _agent_says(self, step: Step) -> None:
        """Write evidence for an account of the agent by mistake: the database must not believe it."""
        person, room = self.people[step.person], self.rooms[step.room]
        message = MessageFactory.create(conversation=room, actor=person, evidence=False)
        own = room_audience_id(room.pk)
        record_evidence(message, own)
        self._keep(message, Node([own] if own else None, by_agent=self._is_agent(person)))

    def _reply(self, step: Step) -> None:
        room = self.rooms[step.room]
        sources = [message for message in self._picked(step) if self._may_be_quoted(message.pk)]
        own = room_audience_id(room.pk)
        nowhere = [NOWHERE] if step.flag and step.person == 0 else []
        memories = self._recalled(step)
        reply = ReplyFactory.create(
            conversation=room, sources=sources, missing_ids=nowhere, memories=memories
        )
        everything = [source.pk for source in sources] + nowhere + [-memory.pk for memory in memories]
        self._keep(reply, Node([own] if own else None, by_agent=True, sources=everything))

    def _remember(self, step: Step) -> None:
        room = self.rooms[step.room]
        sources = [message for message in self._picked(step) if self._may_be_quoted(message.pk)]
        memories = self._recalled(step)
        own = room_audience_id(room.pk)
        memory = MemoryFactory.create(
            run__conversation=room, conversation=room, sources=sources, memories=memories
        )
        everything = [source.pk for source in sources] + [-known.pk for known in memories]
        self.remembered.append(memory)
        self.graph[-memory.pk] = Node([own] if own else None, sources=everything, is_memory=True)

    def _recalled(self, step: Step) -> list[Memory]:
        """Pick a memory that may be shown, when the step asks for one."""
        usable = [memory for memory in self.remembered if self._may_be_quoted(-memory.pk)]
        return [usable[step.room % len(usable)]] if usable and step.flag else []

    def _edit(self, step: Step) -> None:
        for message in self._picked(step)[:1]:
            node = self.graph[message.pk]
            if node.deleted:
                continue
            self.edits += 1
            at_edit = room_audience_id(message.conversation_id)
            execute(
                "UPDATE message_events SET body = 'edited', edited_at = %(at)s::timestamptz WHERE id = %(id)s::bigint",
                id=message.pk,
                at=FIRST_SENT + timedelta(days=100, minutes=self.edits),
            )
            if node.audiences is not None:
                node.audiences.append(at_edit)

    def _delete(self, step: Step) -> None:
        for message in self._picked(step)[:1]:
            execute(
                "UPDATE message_events SET deleted_at = now(), body = '' "
                "WHERE id = %(id)s::bigint AND deleted_at IS NULL",
                id=message.pk,
            )
            self.graph[message.pk].deleted = True

    def _list(self, step: Step) -> None:
        self.listings += 1
        execute(
            "UPDATE conversations SET members = %(members)s::text[], members_listed_as_of = %(at)s::timestamptz "
            "WHERE id = %(id)s::bigint",
            id=self.rooms[step.room].pk,
            # Before anything was said: what arrives late has tests of its own.
            at=FIRST_SENT - timedelta(days=100) + timedelta(minutes=self.listings),
            members=LISTINGS[(step.person + len(step.messages)) % len(LISTINGS)],
        )

    def _mark(self, step: Step) -> None:
        person = self.people[step.person]
        execute("UPDATE actors SET is_agent = true WHERE id = %(id)s::bigint", id=person.pk)
        person.is_agent = True
        for message in self.stored:
            if message.actor_id == person.pk:
                self.graph[message.pk].by_agent = True

    def _picked(self, step: Step) -> list[MessageEvent]:
        if not self.stored:
            return []
        return [self.stored[-1 - number % len(self.stored)] for number in dict.fromkeys(step.messages)]

    def _may_be_quoted(self, message_id: int) -> bool:
        """Do as the check before a reply does: refuse what was deleted and what quotes it."""
        node = self.graph[message_id]
        return not is_gone(self.graph, message_id) and not any(
            is_gone(self.graph, source) for source in node.sources or []
        )

    def _is_agent(self, person: Actor) -> bool:
        return person.is_agent is True

    def _keep(self, message: MessageEvent, node: Node) -> None:
        self.stored.append(message)
        self.graph[message.pk] = node
