"""What is said in the rooms of one invented agent, month by month."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from tests.bench.words import RARE_WORDS, Speech, rare_ticket, rare_word
from tests.bench.workspace import AGENT_ACCOUNT, EPOCHS, REPLIES, Room, Workspace

FIRST_SENT: Final = datetime(2024, 12, 1, tzinfo=UTC)
EPOCH: Final = timedelta(days=30)
NOW: Final = FIRST_SENT + EPOCHS * EPOCH
"""When the searches are asked: right after the last message."""
UNRECORDED_SHARE: Final = 0.015
"""Messages of people that were stored without evidence."""
SEARCHED_SHARE: Final = 0.4
"""Replies built on a public channel as well as on their own room."""
DANGLING_SHARE: Final = 0.03
"""Replies of which one source is unknown."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message before it is stored."""

    room: Room
    speaker: str
    sent_at: datetime
    body: str
    is_recorded: bool
    searched: Room | None
    is_dangling: bool

    @property
    def is_reply(self) -> bool:
        """Tell whether the agent says it."""
        return self.speaker == AGENT_ACCOUNT


class Traffic:
    """Everything said to and by one agent."""

    def __init__(self, workspace: Workspace, messages: int, random: Random, speech: Speech) -> None:
        """Prepare; nothing is said before `months` is walked."""
        self._workspace = workspace
        self._messages = messages
        self._random = random
        self._speech = speech
        self._public = workspace.of_kind("public_channel")
        self._rare = self._places_of_rare_words()

    def months(self) -> Iterator[tuple[int, list[Message]]]:
        """Give each month's number, from 0, and its messages in the order they are sent."""
        for epoch in range(EPOCHS):
            first, end = (self._messages * edge // EPOCHS for edge in (epoch, epoch + 1))
            yield epoch, self._month(epoch, first, end)

    def _month(self, epoch: int, first: int, end: int) -> list[Message]:
        weights = [room.share for room in self._workspace.rooms]
        rooms = self._random.choices(self._workspace.rooms, weights, k=end - first)
        moments = sorted(self._random.random() for _ in range(end - first))
        return [
            self._message(number, room, epoch, FIRST_SENT + (epoch + moment) * EPOCH)
            for number, room, moment in zip(range(first, end), rooms, moments, strict=True)
        ]

    def _message(self, number: int, room: Room, epoch: int, sent_at: datetime) -> Message:
        chance = self._random.random
        is_reply = chance() < REPLIES[room.kind]
        body = self._speech.reply() if is_reply else self._speech.message()
        return Message(
            room=room,
            speaker=AGENT_ACCOUNT if is_reply else self._random.choice(room.people(epoch)),
            sent_at=sent_at,
            body=" ".join((body, *self._rare.get(number, ()))),
            is_recorded=chance() >= UNRECORDED_SHARE,
            searched=self._random.choice(self._public) if chance() < SEARCHED_SHARE else None,
            is_dangling=chance() < DANGLING_SHARE,
        )

    def _places_of_rare_words(self) -> dict[int, list[str]]:
        places: dict[int, list[str]] = {}
        for number in range(RARE_WORDS):
            for _ in range(1 + number % 5):
                said = places.setdefault(self._random.randrange(self._messages), [])
                said += [rare_word(number), rare_ticket(number)]
        return places
