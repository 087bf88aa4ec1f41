"""What people, rooms and rows are called on a page: pseudonyms, and the names of public channels alone."""

from dataclasses import dataclass

from django.urls import reverse

from audit_ui.presenters.words import KINDS
from conversation_search.audit.agents import Agents
from conversation_search.public_ids import Kind


@dataclass(frozen=True, slots=True)
class Link:
    """A short id, what it is `agent.id` in full, and the page of what it names."""

    short: str
    full: str
    address: str


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who asked, under a pseudonym."""

    short: str
    full: str


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its kind when it was answered, and its name if it is a public channel, else a short id."""

    kind: str
    kind_label: str
    label: str
    short: str
    full: str
    namespace: str
    is_named: bool


@dataclass(frozen=True, slots=True)
class Names:
    """Makes the names of one page."""

    agents: Agents

    @property
    def shows_agents(self) -> bool:
        """Tell whether there are several agents, so that a list must say whose each row is."""
        return len(self.agents.slugs) > 1

    def agent(self, agent_id: int) -> str:
        """Return an agent's slug."""
        return self.agents.by_id[agent_id].slug

    def full(self, agent_id: int, kind: Kind, number: int) -> str:
        """Return `agent.id` of a row."""
        return f"{self.agent(agent_id)}.{self.agents.short_id(agent_id, kind, number)}"

    def link(self, agent_id: int, kind: Kind, number: int) -> Link:
        """Return the link to the page of a message, a run or a search."""
        slug, short = self.agent(agent_id), self.agents.short_id(agent_id, kind, number)
        return Link(short, f"{slug}.{short}", reverse(f"audit:{kind}", args=[slug, short]))

    def messages(self, agent_id: int, numbers: list[int]) -> list[Link]:
        """Return the links to the pages of messages."""
        return [self.link(agent_id, "message", number) for number in numbers]

    def person(self, agent_id: int, number: int | None) -> Person | None:
        """Return a person's pseudonym, if there is one."""
        if number is None:
            return None
        full = self.full(agent_id, "person", number)
        return Person(full.rsplit(".", 1)[1], full)

    def room(self, agent_id: int, number: int, kind: str, namespace: str, public_name: str | None) -> Room:
        """Return what a room is called: `public_name` is given for public channels alone."""
        short = self.agents.short_id(agent_id, "room", number)
        is_named = public_name is not None and kind == "public_channel"
        kind_label = KINDS[kind].label if kind in KINDS else "Room"
        return Room(
            kind=kind,
            kind_label=kind_label,
            label=f"#{public_name}" if is_named else f"{kind_label} {short}",
            short=short,
            full=f"{self.agent(agent_id)}.{short}",
            namespace=namespace,
            is_named=is_named,
        )
