"""Workspaces that are built twice from one script, once with rows beside it that may not be shown where it is asked."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models.functions import Now
from hypothesis import strategies as st

from conversation_search.models import Actor, Conversation, MessageEvent, Run
from tests.database import execute
from tests.factories import (
    ActorFactory,
    AgentFactory,
    ConnectorFactory,
    ConversationFactory,
    LinkFactory,
    MemoryFactory,
    MessageFactory,
    ReplyFactory,
    RunFactory,
    agent_account,
)
from tests.factories.messages import FIRST_SENT
from tests.factories.policies import set_policy

MEMBERS: Final[dict[str, tuple[str, ...]]] = {
    "launch": (),
    "random": (),
    "board": ("ana", "ben"),
    "circle": ("ana", "cleo"),
    "dm-ana": ("ana",),
    "dm-ben": ("ben",),
    "dm-cleo": ("cleo",),
}
"""Rooms and who is listed in them; those without a listing are public channels."""
HIDDEN: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("ben", "dm-ben"): ("dm-ana", "dm-cleo", "circle"),
    ("ana", "dm-ana"): ("dm-ben", "dm-cleo"),
    ("ana", "launch"): ("dm-ana", "dm-ben", "dm-cleo", "board", "circle"),
    ("ana", "board"): ("dm-ana", "dm-ben", "dm-cleo", "circle"),
}
"""Who asks where, and the rooms whose text never reaches that place."""
WORDS: Final = ("migration", "plan", "friday", "acme", "launch date", "date", "the", "plans")
EDIT = "UPDATE message_events SET body = %(body)s::text, edited_at = %(at)s::timestamptz WHERE id = %(id)s::bigint"
DELETE = (
    "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint AND deleted_at IS NULL"
)
FORGE: Final = """
UPDATE message_search_documents AS document SET audience_id = open.audience_id, class_id = open.class_id
FROM message_source_evidence AS open
WHERE open.message_event_id = %(open_id)s::bigint AND document.message_event_id = %(id)s::bigint
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happens in both worlds."""

    what: str
    room: str
    person: str
    body: str
    minute: int
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shadow:
    """One thing that happens in the second world only, before line number `before`."""

    kind: str
    pick: int
    body: str
    minute: int
    before: int


@dataclass(frozen=True, slots=True)
class Ask:
    """One call of the search tool."""

    query: str
    arguments: dict[str, Any]
    key: str | None


EXPIRY_DAYS: Final = 20_000
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Before that: every world has a policy under which this has expired and the script has not."""
BODIES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
LONG_BODIES = st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)).map(
    lambda ends: f"{ends[0]} {'lorem ipsum ' * 340}{ends[1]}"
)
MINUTES = st.integers(0, 25)
LINES = st.builds(
    Line,
    what=st.sampled_from(("say",) * 8 + ("reply", "reply", "edit", "delete")),
    room=st.sampled_from((*MEMBERS, "launch", "random")),
    person=st.sampled_from(("ana", "ben")),
    body=BODIES | BODIES | BODIES | LONG_BODIES,
    minute=MINUTES,
    picks=st.lists(st.integers(0, 30), min_size=1, max_size=2).map(tuple),
)
KINDS: Final = (
    "hidden",
    "unknown",
    "echo",
    "tainted",
    "gone",
    "withheld",
    "expired",
    "other perspective",
    "other connector",
    "separated",
    "proved elsewhere",
    "remembered",
)
ASKS = st.builds(
    Ask,
    query=st.lists(
        st.sampled_from(
            (
                *WORDS,
                '"launch date"',
                '"plan"',
                '"plans"',
                "lorem",
                "migartion",
                "fri",
                "aunch",
                "acne",
                "igration",
            )
        ),
        min_size=1,
        max_size=3,
    ).map(" ".join),
    arguments=st.fixed_dictionaries(
        {},
        optional={
            "limit": st.sampled_from((1, 2, 5, 20)),
            "speaker": st.sampled_from(("anyone", "requester", "you")),
            "after": st.sampled_from(("2026-03-02T09:08:00Z", "2026-03-03", "soon")),
            "before": st.just("2026-03-02T09:20:00Z"),
        },
    ),
    key=st.sampled_from((None, None, "call-1")),
)


def shadows(kinds: tuple[str, ...] = KINDS) -> st.SearchStrategy[Shadow]:
    """Draw what happens in the second world only."""
    return st.builds(
        Shadow,
        kind=st.sampled_from(kinds),
        pick=st.integers(0, 30),
        body=BODIES | BODIES | LONG_BODIES,
        minute=MINUTES,
        before=st.integers(0, 20),
    )


@dataclass(slots=True)
class World:
    """One perspective, built line by line; `told` are the messages of the script in its order."""

    place: tuple[str, str]
    rooms: dict[str, Conversation]
    people: dict[str, Actor]
    told: list[MessageEvent] = field(default_factory=list)
    shadowed: list[MessageEvent] = field(default_factory=list)
    edits: int = 0

    @classmethod
    def begin(cls, place: tuple[str, str]) -> "World":
        """Make the people and the rooms."""
        connector = ConnectorFactory.create(runtime_agent=AgentFactory.create(), name="acme")
        people = {
            name: ActorFactory.create(connector=connector, external_id=name, display_name=name)
            for name in ("ana", "ben", "cleo")
        }
        rooms = {
            name: ConversationFactory.create(
                connector=connector,
                external_thread_id=name,
                name=name,
                kind=_kind(name),
                members=list(members) or None,
            )
            for name, members in MEMBERS.items()
        }
        set_policy(EXPIRY_DAYS, runtime_agent=connector.runtime_agent)
        return cls(place, rooms, people)

    def play(self, lines: list[Line], beside: list[Shadow]) -> None:
        """Let everything happen, each shadow before its line."""
        self._told("say", "launch", "ana", "the very first words", 0)
        for number, line in enumerate(lines):
            for shadow in beside:
                if shadow.before == number:
                    getattr(self, "_cast_" + shadow.kind.replace(" ", "_"))(shadow)
            getattr(self, "_" + line.what)(line)

    def asked(self) -> Run:
        """Open a run where it is asked, by a message of the requester."""
        requester, room = self.place
        inbound = self._told("say", room, requester, "what is the plan", 26)
        return RunFactory.create(
            conversation=self.rooms[room], requester=self.people[requester], inbound_message=inbound
        )

    def _told(self, what: str, room: str, person: str, body: str, minute: int) -> MessageEvent:
        del what
        message = self._message(room, person, body, minute)
        self.told.append(message)
        return message

    def _say(self, line: Line) -> None:
        members = MEMBERS[line.room]
        person = line.person if not members or line.person in members else members[0]
        self._told("say", line.room, person, line.body, line.minute)

    def _reply(self, line: Line) -> None:
        sources = [self.told[pick % len(self.told)] for pick in line.picks]
        self.told.append(self._replied(line.room, sources, line.body, line.minute))

    def _edit(self, line: Line) -> None:
        self.edits += 1
        message = self.told[line.picks[0] % len(self.told)]
        at = FIRST_SENT + timedelta(days=100, minutes=self.edits)
        if not MessageEvent.objects.filter(pk=message.pk, deleted_at__isnull=False).exists():
            execute(EDIT, id=message.pk, body=line.body, at=at)

    def _delete(self, line: Line) -> None:
        execute(DELETE, id=self.told[line.picks[0] % len(self.told)].pk)

    def _message(
        self, room: str, person: str, body: str, minute: int, *, evidence: bool = True
    ) -> MessageEvent:
        return MessageFactory.create(
            conversation=self.rooms[room],
            actor=self.people[person],
            body=body,
            sent_at=FIRST_SENT + timedelta(minutes=minute),
            evidence=evidence,
        )

    def _replied(self, room: str, sources: list[MessageEvent], body: str, minute: int) -> MessageEvent:
        return ReplyFactory.create(
            conversation=self.rooms[room],
            sources=list({source.pk: source for source in sources}.values()),
            body=body,
            sent_at=FIRST_SENT + timedelta(minutes=minute),
        )

    # What happens beside the script. None of it may change who reads the place where it is asked.

    def _cast_hidden(self, shadow: Shadow) -> MessageEvent:
        rooms = HIDDEN[self.place]
        room = rooms[shadow.pick % len(rooms)]
        message = self._message(room, MEMBERS[room][0], shadow.body, shadow.minute)
        self.shadowed.append(message)
        return message

    def _cast_unknown(self, shadow: Shadow) -> None:
        room = sorted(MEMBERS)[shadow.pick % len(MEMBERS)]
        members = MEMBERS[room] or (self.place[0],)
        person = self.place[0] if self.place[0] in members else members[0]
        self.shadowed.append(self._message(room, person, shadow.body, shadow.minute, evidence=False))

    def _cast_echo(self, shadow: Shadow) -> None:
        account = agent_account(self.rooms["launch"].connector)
        self.shadowed.append(
            MessageFactory.create(
                conversation=self.rooms["launch"],
                actor=account,
                body=shadow.body,
                sent_at=FIRST_SENT + timedelta(minutes=shadow.minute),
            )
        )

    def _cast_tainted(self, shadow: Shadow) -> None:
        source = self._cast_hidden(shadow)
        room = ("launch", self.place[1])[shadow.pick % 2]
        self.shadowed.append(self._replied(room, [source, self.told[0]], shadow.body, shadow.minute))

    def _cast_gone(self, shadow: Shadow) -> MessageEvent:
        message = self._message("launch", "ana", shadow.body, shadow.minute)
        execute(DELETE, id=message.pk)
        self.shadowed.append(message)
        return message

    def _cast_withheld(self, shadow: Shadow) -> None:
        message = self._message("launch", "ana", shadow.body, shadow.minute)
        self.shadowed += [message, self._replied("launch", [message], shadow.body, shadow.minute)]
        execute(DELETE, id=message.pk)

    def _cast_expired(self, shadow: Shadow) -> None:
        message = MessageFactory.create(
            conversation=self.rooms[("launch", self.place[1])[shadow.pick % 2]],
            actor=self.people[self.place[0]],
            body=shadow.body,
            sent_at=LONG_AGO + timedelta(minutes=shadow.minute),
        )
        self.shadowed.append(message)

    def _cast_other_perspective(self, shadow: Shadow) -> None:
        self.shadowed.append(MessageFactory.create(body=shadow.body))

    def _cast_other_connector(self, shadow: Shadow) -> None:
        connector = ConnectorFactory.create(runtime_agent=self.rooms["launch"].runtime_agent)
        room = ConversationFactory.create(connector=connector, kind="direct", members=[self.place[0]])
        member = ActorFactory.create(connector=connector, external_id=self.place[0])
        self.shadowed.append(MessageFactory.create(conversation=room, actor=member, body=shadow.body))

    def _elsewhere(self, shadow: Shadow, kind: str) -> Actor:
        """Let the requester say something under another account, on another connector, in a room of this kind."""
        connector = ConnectorFactory.create(runtime_agent=self.rooms["launch"].runtime_agent)
        account = ActorFactory.create(connector=connector, external_id=f"{self.place[0]} there")
        room = ConversationFactory.create(connector=connector, kind=kind, members=[account.external_id])
        self.shadowed.append(MessageFactory.create(conversation=room, actor=account, body=shadow.body))
        return account

    def _cast_separated(self, shadow: Shadow) -> None:
        accounts = (self.people[self.place[0]], self._elsewhere(shadow, "direct"))
        LinkFactory.create(accounts=accounts, revoked_at=Now(), revoked_by="side")

    def _cast_remembered(self, shadow: Shadow) -> None:
        source = self._cast_hidden(shadow)
        run = RunFactory.create(conversation=self.rooms[("launch", self.place[1])[shadow.pick % 2]])
        memory = MemoryFactory.create(run=run, sources=[source], body=shadow.body)
        self.shadowed.append(
            ReplyFactory.create(conversation=self.rooms["launch"], memories=[memory], body=shadow.body)
        )

    def _cast_proved_elsewhere(self, shadow: Shadow) -> None:
        LinkFactory.create(accounts=(self.people[self.place[0]], self._elsewhere(shadow, "group_direct")))

    def _cast_forged(self, shadow: Shadow) -> None:
        message = self._cast_hidden(shadow)
        execute(FORGE, id=message.pk, open_id=self.told[0].pk)


def _kind(name: str) -> str:
    if name.startswith("dm-"):
        return "direct"
    return "private_channel" if MEMBERS[name] else "public_channel"
