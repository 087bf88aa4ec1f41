"""Random workspaces: what Hypothesis draws, and how it is put into the database."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from tests.contract.oracle import ROOM_KINDS, Audience, Person, Room
from tests.database import column, execute, rows, value
from tests.factories import AgentFactory, ConnectorFactory

PEOPLE = ("ana", "ben", "cleo", "gus", "bot", "mesh")
"""Accounts of each connector; who of them is a guest or the agent itself is drawn."""
ORIGIN_OF_TIME = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

ADD_PEOPLE = """
INSERT INTO actors (runtime_agent_id, connector_id, external_id, is_agent, is_external)
SELECT connector.runtime_agent_id, connector.id, person.external_id, person.is_agent, person.is_external
FROM connectors AS connector
CROSS JOIN jsonb_to_recordset(%(people)s::jsonb) AS person (external_id text, is_agent boolean, is_external boolean)
WHERE connector.id = %(connector_id)s::bigint
ON CONFLICT (connector_id, external_id) DO UPDATE
    SET is_agent = excluded.is_agent, is_external = excluded.is_external
"""
ADD_ROOM = """
INSERT INTO conversations (
    runtime_agent_id, connector_id, external_thread_id, kind, members, members_as_of, flagged_shared, restricted
)
SELECT
    connector.runtime_agent_id, connector.id, %(name)s::text, %(kind)s::text, %(members)s::text[],
    %(members_as_of)s::timestamptz, %(flagged_shared)s::boolean, %(restricted)s::boolean
FROM connectors AS connector WHERE connector.id = %(connector_id)s::bigint
ON CONFLICT (connector_id, external_thread_id) DO UPDATE SET
    kind = excluded.kind, members = excluded.members, members_as_of = excluded.members_as_of,
    flagged_shared = excluded.flagged_shared, restricted = excluded.restricted
RETURNING id
"""
ADD_PARTICIPANTS = """
INSERT INTO conversation_participants (runtime_agent_id, conversation_id, actor_id, last_spoke_at)
SELECT actor.runtime_agent_id, %(conversation_id)s::bigint, actor.id, person.spoke_at
FROM jsonb_to_recordset(%(people)s::jsonb) AS person (external_id text, spoke_at timestamptz)
INNER JOIN actors AS actor ON actor.external_id = person.external_id
WHERE actor.connector_id = %(connector_id)s::bigint
ON CONFLICT (conversation_id, actor_id) DO UPDATE SET last_spoke_at = excluded.last_spoke_at
"""


@dataclass(frozen=True, slots=True)
class State:
    """One workspace at one moment: who is what, and every room."""

    agents: frozenset[str]
    externals: frozenset[str]
    rooms: tuple[Room, ...]

    def person(self, external_id: str, spoke_at: int | None = None) -> Person:
        """Return an account as it is now."""
        return Person(external_id, external_id in self.agents, external_id in self.externals, spoke_at)


@st.composite
def states(
    draw: st.DrawFn, *, earlier: State | None = None, room_count: int = 3, joiners: bool = False
) -> State:
    """Draw a workspace, or what became of an earlier one: agents stay agents, and whoever was heard was heard."""
    agents = draw(st.frozensets(st.sampled_from(("bot", "mesh")))) | (
        earlier.agents if earlier else frozenset()
    )
    externals = draw(st.frozensets(st.sampled_from(("gus", "bot", "cleo")), max_size=2))
    bare = State(agents, externals, ())
    return State(
        agents,
        externals,
        tuple(
            draw(_rooms(bare, number, joiners=joiners, earlier=earlier.rooms[number] if earlier else None))
            for number in range(room_count)
        ),
    )


@st.composite
def _rooms(draw: st.DrawFn, people: State, number: int, *, joiners: bool, earlier: Room | None) -> Room:
    members = draw(st.none() | st.lists(st.sampled_from(PEOPLE), max_size=4, unique=True))
    spoke = draw(st.dictionaries(st.sampled_from(PEOPLE), st.none() | st.integers(0, 3), max_size=4))
    heard: dict[str, int | None] = dict.fromkeys(members or ())
    if earlier:
        heard |= {person.external_id: person.spoke_at for person in earlier.participants}
    for name, time in spoke.items():
        heard[name] = max((moment for moment in (heard.get(name), time) if moment is not None), default=None)
    return Room(
        kind=draw(st.sampled_from(sorted(ROOM_KINDS))),
        conversation=number,
        members=None if members is None else tuple(members),
        members_as_of=draw(st.integers(0, 3)),
        participants=tuple(people.person(name, time) for name, time in heard.items()),
        flagged_shared=draw(st.booleans()),
        restricted=draw(st.booleans()),
        joiners_read_history=joiners,
        agent_accounts=people.agents,
    )


def moment(time: int) -> datetime:
    """Place a drawn time on the clock."""
    return ORIGIN_OF_TIME + timedelta(minutes=time)


class Installed:
    """A workspace in the database, with the ids that its parts have there."""

    def __init__(self, *, joiners: bool) -> None:
        """Make an agent with one connector and nobody on it."""
        agent = AgentFactory.create()
        self.agent_id: int = agent.pk
        self.connector_id: int = ConnectorFactory.create(runtime_agent=agent, joiners_read_history=joiners).pk
        self.room_ids: dict[int, int] = {}

    def become(self, state: State) -> None:
        """Make the stored rooms and people what they are in this state."""
        people = [
            {"external_id": name, "is_agent": name in state.agents, "is_external": name in state.externals}
            for name in PEOPLE
        ]
        execute(ADD_PEOPLE, connector_id=self.connector_id, people=json.dumps(people))
        for room in state.rooms:
            self._put(room)

    def _put(self, room: Room) -> None:
        self.room_ids[room.conversation] = value(
            ADD_ROOM,
            connector_id=self.connector_id,
            name=f"room-{room.conversation}",
            kind=room.kind,
            members=None if room.members is None else list(room.members),
            members_as_of=None if room.members is None else moment(room.members_as_of),
            flagged_shared=room.flagged_shared,
            restricted=room.restricted,
        )
        people = [
            {
                "external_id": person.external_id,
                "spoke_at": None if person.spoke_at is None else moment(person.spoke_at).isoformat(),
            }
            for person in room.participants
        ]
        execute(
            ADD_PARTICIPANTS,
            connector_id=self.connector_id,
            conversation_id=self.room_ids[room.conversation],
            people=json.dumps(people),
        )

    def actor_id(self, external_id: str) -> int:
        """Return the id of an account."""
        found: int = value(
            "SELECT id FROM actors WHERE connector_id = %(connector_id)s::bigint AND external_id = %(name)s::text",
            connector_id=self.connector_id,
            name=external_id,
        )
        return found

    def origin(self, room: Room) -> Audience:
        """Return what the database says about text sent in a room now."""
        return self._read(
            "mesh_conversation_audience(%(room_id)s::bigint)", room_id=self.room_ids[room.conversation]
        )

    def destination(self, room: Room, requester: Person | None) -> Audience:
        """Return who the database says will read an answer given in a room now."""
        return self._read(
            "mesh_destination_audience(%(room_id)s::bigint, %(requester_id)s::bigint)",
            room_id=self.room_ids[room.conversation],
            requester_id=self.actor_id(requester.external_id) if requester else None,
        )

    def _read(self, expression: str, **parameters: object) -> Audience:
        ((text,),) = rows(f"SELECT to_jsonb({expression})::text", **parameters)
        fields = json.loads(text)
        numbers = {stored: drawn for drawn, stored in self.room_ids.items()}
        return Audience(
            visibility=fields["visibility"],
            connector=1 if fields["connector_id"] == self.connector_id else None,
            conversation=numbers[fields["conversation_id"]],
            kind=fields["kind"],
            readers=None if fields["readers"] is None else tuple(fields["readers"]),
            externally_shared=fields["externally_shared"],
            restricted=fields["restricted"],
            explicit=fields["explicit"],
            joiners_read_history=fields["joiners_read_history"],
        )

    def intern_origin(self, room: Room) -> int | None:
        """Store what text sent in a room now is sent to."""
        found: int | None = value(
            "SELECT mesh_intern_audience(%(agent_id)s::bigint, mesh_conversation_audience(%(room_id)s::bigint))",
            agent_id=self.agent_id,
            room_id=self.room_ids[room.conversation],
        )
        return found

    def open_run(self, room: Room, requester: Person | None) -> int:
        """Open a run in a room as it is now."""
        found: int = value(
            """
            INSERT INTO runs (
                runtime_agent_id, conversation_id, requester_id, history_window, destination, expires_at
            )
            SELECT
                conversation.runtime_agent_id, conversation.id, %(requester_id)s::bigint, 30,
                to_jsonb(mesh_destination_audience(conversation.id, %(requester_id)s::bigint)), now()
            FROM conversations AS conversation WHERE conversation.id = %(room_id)s::bigint
            RETURNING id
            """,
            room_id=self.room_ids[room.conversation],
            requester_id=self.actor_id(requester.external_id) if requester else None,
        )
        return found


def allowed_audiences(run_id: int) -> set[int]:
    """Return the stored audiences whose text a run may show now."""
    return set(column("SELECT * FROM mesh_allowed_audiences(%(run_id)s::bigint)", run_id=run_id))
