"""A world in which one run has searched and replied; all of it through the product itself."""

from dataclasses import dataclass
from typing import Any

from conversation_search.audit.agents import AuditedAgent, audited_agents
from conversation_search.models import MessageEvent, Run
from tests.cast import Cast
from tests.database import column
from tests.factories import agent_account
from tests.runs.turns import answer
from tests.search.asking import ask

SECRET = "kestrel"  # noqa: S105 - a word
"""A word that occurs in every message, and in every query."""


@dataclass(frozen=True, slots=True)
class World:
    """The run, its searches oldest first, and the reply."""

    cast: Cast
    run: Run
    search_ids: list[int]
    reply_id: int
    shown: MessageEvent

    @classmethod
    def made(cls, cast: Cast) -> "World":
        """Let Ana ask in #launch; the agent searches twice and answers."""
        shown = cast.says(cast.ben, cast.launch, f"{SECRET} lands on friday")
        cast.says(cast.cleo, cast.launch, f"which {SECRET} do you mean")
        cast.says(cast.ana, cast.dm_ana, f"the {SECRET} is my private worry")
        agent_account(cast.slack)
        question = cast.says(cast.ana, cast.launch, f"when does the {SECRET} land?")
        run = cast.asks(cast.ana, cast.launch, inbound_message=question)
        ask(run, SECRET)
        ask(run, f'"{SECRET} flies"', speaker="anyone")
        reply_id = answer(run, f"the {SECRET} lands on friday").message_id
        found = column(
            "SELECT id FROM conversation_search_events WHERE run_id = %(run)s::bigint ORDER BY id", run=run.pk
        )
        return cls(cast, run, found, reply_id, shown)

    @property
    def agent(self) -> AuditedAgent:
        """The agent, as the pages name it."""
        return audited_agents().by_id[self.run.runtime_agent_id]

    def short(self, kind: Any, number: int) -> str:  # noqa: ANN401 - a kind of public id
        """Return a public id."""
        return self.agent.ids.encode(kind, number)

    def address(self, kind: Any, number: int) -> str:  # noqa: ANN401 - a kind of public id
        """Return the path of the page of a row, below /audit/."""
        plural = {"search": "searches", "run": "runs", "message": "messages"}[kind]
        return f"{plural}/{self.agent.slug}/{self.short(kind, number)}/"
