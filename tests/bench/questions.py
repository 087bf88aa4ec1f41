"""What is asked, and from which rooms."""

from dataclasses import dataclass
from typing import Final

from conversation_search.models import Actor, Conversation, RuntimeAgent
from tests.bench.words import ACROSS, COMMON, FREQUENT, PHRASE, RARE_WORDS, rare_ticket, rare_word
from tests.bench.workspace import MANAGER

QUERIES: Final = {
    "a rare word": [rare_word(number) for number in range(RARE_WORDS)],
    "a ticket": [rare_ticket(number) for number in range(RARE_WORDS)],
    "a quoted phrase": [f'"{PHRASE}"'],
    "a frequent word": [FREQUENT],
    "a word across the bound": [ACROSS],
    "a common word": [next(iter(COMMON))],
    "two common words": [" ".join(list(COMMON)[:2])],
    "six common words": [" ".join(COMMON)],
    "a rare and two common": [
        f"{rare_word(number)} {' '.join(list(COMMON)[:2])}" for number in range(RARE_WORDS)
    ],
}
"""Each kind of query, with the wordings that are asked in turn."""


@dataclass(frozen=True, slots=True)
class Place:
    """A room of an agent, and who asks there."""

    name: str
    agent: RuntimeAgent
    room: Conversation
    requester: Actor


def places(agents: int) -> list[Place]:
    """Return the rooms of the largest agent from which everything is asked, and one of the smallest."""
    large, small = (RuntimeAgent.objects.get(slug=f"agent-{number}") for number in (0, agents - 1))
    private = _room(large, "private_channel-0")
    return [
        _place("direct message", large, "direct-0", "person-0"),
        _place("direct message of a manager", large, "direct-1", MANAGER),
        _place("public channel", large, "public_channel-0", "person-0"),
        Place("private channel", large, private, _person(large, (private.members or [MANAGER])[0])),
        _place("direct message, small agent", small, "direct-0", "person-0"),
    ]


def _place(name: str, agent: RuntimeAgent, room: str, person: str) -> Place:
    return Place(name, agent, _room(agent, room), _person(agent, person))


def _room(agent: RuntimeAgent, name: str) -> Conversation:
    return Conversation.objects.get(runtime_agent=agent, external_thread_id=name)


def _person(agent: RuntimeAgent, name: str) -> Actor:
    return Actor.objects.get(runtime_agent=agent, external_id=name)
