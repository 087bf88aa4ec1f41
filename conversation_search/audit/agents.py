"""The agents whose searches are audited, and the references by which pages name what is theirs."""

from collections.abc import Iterable
from dataclasses import dataclass

from conversation_search.errors import NotFound
from conversation_search.managers import pages
from conversation_search.public_ids import Kind, PublicIds


@dataclass(frozen=True, slots=True)
class AuditedAgent:
    """One agent and its public ids."""

    agent_id: int
    slug: str
    ids: PublicIds


@dataclass(frozen=True, slots=True)
class Agents:
    """All of them, to be asked by slug or by row number."""

    by_slug: dict[str, AuditedAgent]
    by_id: dict[int, AuditedAgent]

    @classmethod
    def of(cls, agents: Iterable[AuditedAgent]) -> "Agents":
        """Return these agents, in their order."""
        listed = list(agents)
        return cls({agent.slug: agent for agent in listed}, {agent.agent_id: agent for agent in listed})

    @property
    def slugs(self) -> list[str]:
        """Every slug, in order."""
        return list(self.by_slug)

    def named(self, slug: str) -> AuditedAgent:
        """Return the agent of a slug; NotFound when there is none."""
        if slug not in self.by_slug:
            raise NotFound
        return self.by_slug[slug]

    def short_id(self, agent_id: int, kind: Kind, number: int) -> str:
        """Return the public id of a row of an agent."""
        return self.by_id[agent_id].ids.encode(kind, number)


def audited_agents() -> Agents:
    """Return every agent, by slug."""
    return Agents.of(
        AuditedAgent(row.id, row.slug, PublicIds(row.public_id_key)) for row in pages.list_audited_agents()
    )
