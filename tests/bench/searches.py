"""Runs one search: the whole call of the tool, or the part of it that authorization can slow down."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from conversation_search import limits
from conversation_search.audit.digest import Secrets
from conversation_search.managers import search
from conversation_search.managers.ledger import add_window
from conversation_search.models import Run
from conversation_search.public_ids import PublicIds
from conversation_search.retrieval import hydration, query, searcher, selection
from conversation_search.retrieval.history import load_window
from conversation_search.retrieval.searcher import Found, Scope
from conversation_search.runs.search_history import search_history
from conversation_search.runs.tool_request import ToolRequest
from tests.bench.questions import Place
from tests.bench.traffic import NOW
from tests.factories import RunFactory

SECRETS = Secrets("the benchmark's master key", "the benchmark's own key")


def open_run(place: Place) -> Run:
    """Open a run that has been shown its room's latest messages."""
    run = RunFactory.create(
        conversation=place.room,
        requester=place.requester,
        requester_organization=place.requester.organization,
    )
    add_window(run.runtime_agent_id, run.pk, load_window(run.runtime_agent_id, run.pk, limits.HISTORY_WINDOW))
    return run


@dataclass(frozen=True, slots=True)
class WholeCall:
    """One call of the tool by a run, with its ledger entries and its audit row, committed."""

    place: Place
    run: Run
    text: str

    def __call__(self) -> dict[str, Any]:
        """Search as the runtime does."""
        return search_history(
            ToolRequest(
                runtime_agent_id=self.place.agent.pk,
                run_id=self.run.pk,
                body={"query": self.text},
                idempotency_key=None,
                ids=PublicIds(bytes(self.place.agent.public_id_key)),
                secrets=SECRETS,
                now=NOW,
                started=perf_counter(),
            )
        )


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a call finds, ranks, vouches for and reads. It writes nothing, so one run can repeat it."""

    run: Run
    text: str

    def __call__(self) -> Found:
        """Search and read the page; call it within a transaction."""
        search.begin()
        scope = Scope(self.run.runtime_agent_id, self.run.pk, "anyone", None, None)
        asked = query.parse(self.text)
        found = searcher.find(scope, asked, limits.SEARCH_LIMIT, [], NOW)
        hydration.load(scope, asked, selection.choose(found.hits, limits.LEDGER_THROUGH_SEARCH))
        return found
