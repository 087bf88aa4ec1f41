"""The story: the same question in every kind of room, a reply that may not travel, and a deletion.

Telling it gives data; how it looks is decided in `telling`.
"""

from dataclasses import dataclass
from typing import Final

from conversation_search.demo.stage import Asked, Stage
from conversation_search.demo.workspace import (
    ASKED_BY,
    DANIEL,
    DEAL_DESK,
    GO_NO_GO,
    LAUNCH,
    MARCUS,
    PRIYA,
    QUERY,
    QUESTION,
    SOFIA,
    YUKI,
    Room,
)

REMARK: Final = "My alarm is set for five on Saturday."
WHO: Final = "Who calls off the Acme migration if it goes wrong?"
REPLY: Final = "That is settled: steady hands decide, and not later than half past nine."
REPLY_WORDS: Final = "steady hands alarm"
SOURCE: Final = "Acme may pay in two halves, April and June."
HOW: Final = "May Acme pay in parts?"
ANSWER: Final = "You may offer them two halves, the second one in June."
ANSWER_WORDS: Final = '"second one in June"'


@dataclass(frozen=True, slots=True)
class Scene:
    """The same question in every room."""

    asked: tuple[Asked, ...]

    def reaches(self, said_in: Room, asked_in: Room) -> bool:
        """Tell whether anything said in one room came back when the question was asked in another."""
        own = {hit.message_id for one in self.asked if one.room == said_in for hit in one.hits if hit.is_here}
        [there] = [one for one in self.asked if one.room == asked_in]
        return bool(own & there.message_ids)


@dataclass(frozen=True, slots=True)
class Laundered:
    """A reply whose own words are harmless, built on a group message."""

    question: Asked
    reply_id: str
    history_message_ids: tuple[str, ...]
    before: Asked
    """Asked for in its own channel, by the two who were in the group message."""
    after: Asked
    """Asked for in its own channel, once Sofia has joined."""
    elsewhere: Asked
    """Asked for in a public channel."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A reply whose source is deleted."""

    question: Asked
    reply_id: str
    before: Asked
    after: Asked


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that happened."""

    same_question: Scene
    laundered: Laundered
    deleted: Deleted


def ask_everywhere(stage: Stage) -> Scene:
    """Ask the same question in every kind of room."""
    return Scene(
        tuple(stage.ask_in_passing(person, room, QUESTION, QUERY) for room, person in ASKED_BY.items())
    )


def launder(stage: Stage) -> Laundered:
    """Answer in a channel of two from their group message, then let a third person join the channel."""
    stage.list_members(GO_NO_GO, PRIYA, MARCUS)
    stage.say(MARCUS, GO_NO_GO, REMARK)
    question = stage.ask(MARCUS, GO_NO_GO, WHO, 'calls off rollback "Acme"')
    stored = stage.reply(question, REPLY)
    before = stage.ask_in_passing(PRIYA, GO_NO_GO, "What did you tell Marcus?", REPLY_WORDS)
    stage.list_members(GO_NO_GO, PRIYA, MARCUS, SOFIA)
    after = stage.ask_in_passing(SOFIA, GO_NO_GO, "What did you tell Marcus?", REPLY_WORDS)
    elsewhere = stage.ask_in_passing(SOFIA, LAUNCH, "What did you tell Marcus?", REPLY_WORDS)
    sources = tuple(stored.history_message_ids)
    return Laundered(question, stored.message_id, sources, before, after, elsewhere)


def delete_a_source(stage: Stage) -> Deleted:
    """Answer from a message that is deleted afterwards."""
    source = stage.say(YUKI, DEAL_DESK, SOURCE)
    question = stage.ask(DANIEL, DEAL_DESK, HOW, 'pay "Acme"')
    stored = stage.reply(question, ANSWER)
    before = stage.ask_in_passing(DANIEL, DEAL_DESK, "What may I offer?", ANSWER_WORDS)
    stage.take_back(source)
    after = stage.ask_in_passing(DANIEL, DEAL_DESK, "What may I offer?", ANSWER_WORDS)
    return Deleted(question, stored.message_id, before, after)
