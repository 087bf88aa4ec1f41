"""The rooms and people of one invented agent, in proportion to how much is said there."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

EPOCHS: Final = 24
"""Months. A listing changes between them, never within one."""
AGENT_ACCOUNT: Final = "mesh-agent"
MESSAGES_EACH: Final = {"people": 140, "public": 2_000, "private": 1_000, "group": 3_000}
"""How many messages of the agent bring one more of each."""
DIRECT_SHARE: Final = 0.8
"""People who write to the agent directly."""
MANAGER: Final = "person-1"
"""Sits in every private channel, so that most of what was ever said may be disclosed in a direct message with her."""
TRAFFIC: Final = {"public_channel": 0.45, "private_channel": 0.28, "group_direct": 0.04, "direct": 0.23}
REPLIES: Final = {"public_channel": 0.06, "private_channel": 0.06, "group_direct": 0.1, "direct": 0.35}
"""Share of the messages of each kind of room that the agent itself says."""


@dataclass(frozen=True, slots=True)
class Room:
    """One room: who is in it for good, who may ever be, of whom so many at a time, and its share of what is said."""

    name: str
    kind: str
    residents: tuple[str, ...]
    pool: tuple[str, ...]
    size: int
    months_between_changes: int
    is_shared: bool
    share: float

    def people(self, epoch: int) -> list[str]:
        """Return the humans in the room in one month: with each change the first leaves and another joins."""
        first = epoch // self.months_between_changes
        places = range(first, first + min(self.size, len(self.pool)))
        return list(
            dict.fromkeys([*self.residents, *(self.pool[place % len(self.pool)] for place in places)])
        )

    def listing(self, epoch: int) -> list[str] | None:
        """Return what the platform lists; public channels list nobody."""
        return None if self.kind == "public_channel" else [*self.people(epoch), AGENT_ACCOUNT]

    def changes(self, epoch: int) -> bool:
        """Tell whether this month's listing differs from the last one's."""
        return self.listing(epoch) is not None and (
            epoch == 0 or self.people(epoch) != self.people(epoch - 1)
        )


@dataclass(frozen=True, slots=True)
class Workspace:
    """Everybody and every room of one agent."""

    people: list[str]
    rooms: list[Room]

    def of_kind(self, kind: str) -> list[Room]:
        """Return the rooms of one kind, the busiest first."""
        return [room for room in self.rooms if room.kind == kind]


def plan(messages: int, random: Random) -> Workspace:
    """Lay out the workspace of an agent with so many messages."""
    many = {name: max(4, messages // each) for name, each in MESSAGES_EACH.items()}
    people = [f"person-{number}" for number in range(many["people"] + 4)]
    pools: dict[str, list[tuple[str, ...]]] = {
        "public_channel": [tuple(people)] * many["public"],
        "private_channel": [_sample(random, people, 40) for _ in range(many["private"])],
        "group_direct": [_sample(random, people, 3) for _ in range(many["group"])],
        "direct": [(person,) for person in people[: int(len(people) * DIRECT_SHARE)]],
    }
    rooms = [room for kind, pool in pools.items() for room in _rooms(kind, pool, random)]
    return Workspace(people, rooms)


def _rooms(kind: str, pools: Sequence[tuple[str, ...]], random: Random) -> list[Room]:
    weights = [1 / (rank + 1) for rank in range(len(pools))]
    sizes = {"public_channel": len(pools[0]), "private_channel": random.randint(4, 12)}
    return [
        Room(
            name=f"{kind}-{rank}",
            kind=kind,
            residents=(MANAGER,) if kind == "private_channel" else (),
            pool=pool,
            size=sizes.get(kind, len(pool)),
            months_between_changes=random.randint(1, 2) if kind == "private_channel" else EPOCHS,
            is_shared=kind == "public_channel" and rank == len(pools) - 1,
            share=TRAFFIC[kind] * weight / sum(weights),
        )
        for rank, (pool, weight) in enumerate(zip(pools, weights, strict=True))
    ]


def _sample(random: Random, people: list[str], size: int) -> tuple[str, ...]:
    return tuple(random.sample(people, min(size, len(people))))
