"""What happens in the story: people ask and say things, the agent answers, and at the end it is all taken away again.

Everything goes through the API. What the story adds is deleted when it ends, so that it can be told again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from types import TracebackType
from typing import Any, Self

from conversation_search.client import Client
from conversation_search.client.answers import Hit as FoundHit
from conversation_search.client.answers import Reply
from conversation_search.client.bodies import Conversation, Inbound, Message, Sender
from conversation_search.demo.workspace import CONNECTOR, Person, Room


class Rejected(Exception):
    """The API rejected a message of the story, which it should not; names the code."""


MOST_HITS = 20
"""As many as one search may give: the story shows that nothing else came back."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One message that came back."""

    message_id: str
    where: str
    is_here: bool
    speaker: str
    when: str
    text: str

    @classmethod
    def of(cls, hit: FoundHit) -> "Hit":
        """Return a hit of a search result."""
        return cls(
            message_id=hit.message_id,
            where=hit.where,
            is_here=hit.this_conversation,
            speaker=hit.speaker,
            when=hit.when,
            text=hit.text,
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """One search: who asked it where, what came back, and its audit row."""

    person: Person
    room: Room
    run_id: str
    hits: tuple[Hit, ...]
    audit: dict[str, Any]

    @property
    def message_ids(self) -> frozenset[str]:
        """The ids of the hits."""
        return frozenset(hit.message_id for hit in self.hits)

    @property
    def withheld(self) -> dict[str, int]:
        """How many matches each rule removed, the empty ones left out."""
        return {rule: count for rule, count in self.audit["exclusions"].items() if count}


@dataclass(slots=True)
class Stage:
    """Where the story happens; `token` makes its ids new, `now` dates what is said in it."""

    api: Client
    token: str
    now: datetime
    _numbers: Iterator[int] = field(default_factory=count)
    _said: list[tuple[Room, Person, str]] = field(default_factory=list)
    _replies: list[str] = field(default_factory=list)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Delete everything that was added."""
        for message_id in self._replies:
            self.api.delete_message(message_id)
        for room, person, external_id in self._said:
            self._delete(room, person, external_id)

    def ask(self, person: Person, room: Room, text: str, query: str) -> Asked:
        """Let someone ask something, and the agent search for it without having read the room before."""
        asking = self._inbound(room, person, text)
        run = self.api.open_run(CONNECTOR, described(room), asking, history_window=0)
        found = self.api.search_history(run.run_id, {"query": query, "limit": MOST_HITS})
        audit = self.api.read_search(found.search_id)
        return Asked(person, room, run.run_id, tuple(map(Hit.of, found.hits)), audit)

    def ask_in_passing(self, person: Person, room: Room, text: str, query: str) -> Asked:
        """Ask, and take the question back at once, so that nobody finds it later."""
        asked = self.ask(person, room, text, query)
        self.take_back(self._said[-1][2])
        return asked

    def say(self, person: Person, room: Room, text: str) -> str:
        """Let someone say something, and return the platform's id of it."""
        asking = self._inbound(room, person, text)
        self._post(
            {
                "connector": CONNECTOR,
                "conversation": described(room),
                "external_message_id": asking["external_message_id"],
                "sender": asking["sender"],
                "sent_at": asking["sent_at"],
                "text": text,
            }
        )
        return asking["external_message_id"]

    def take_back(self, external_id: str) -> None:
        """Let someone delete what they said: the platform tells so."""
        [place] = [place for place in self._said if place[2] == external_id]
        self._said.remove(place)
        self._delete(*place)

    def reply(self, asked: Asked, text: str) -> Reply:
        """Let the agent answer in the run of a search, and return what was stored."""
        stored = self.api.reply(asked.run_id, text)
        self._replies.append(stored.message_id)
        return stored

    def list_members(self, room: Room, *people: Person) -> None:
        """Let the platform tell who is in a room now."""
        members = [person.external_id for person in people]
        name = room.label.removeprefix("#")
        self.api.put_conversation(CONNECTOR, {**described(room), "name": name, "members": members})

    def _inbound(self, room: Room, person: Person, text: str) -> Inbound:
        external_id = f"demo-{self.token}-{next(self._numbers)}"
        self._said.append((room, person, external_id))
        return {
            "external_message_id": external_id,
            "sender": sender(person),
            "sent_at": self.now,
            "text": text,
        }

    def _delete(self, room: Room, person: Person, external_id: str) -> None:
        self._post(
            {
                "connector": CONNECTOR,
                "conversation": described(room),
                "external_message_id": external_id,
                "sender": sender(person),
                "sent_at": self.now,
                "deleted": True,
            }
        )

    def _post(self, message: Message) -> None:
        [result] = self.api.post_messages([message]).results
        if result.error is not None:
            raise Rejected(f"a message of the story was rejected: {result.error.code}")


def described(room: Room) -> Conversation:
    """Return a room as its platform describes it."""
    return {"external_thread_id": room.external_id, "kind": room.kind}


def sender(person: Person) -> Sender:
    """Return someone as their messages name them."""
    return {"external_id": person.external_id, "display_name": person.name}
