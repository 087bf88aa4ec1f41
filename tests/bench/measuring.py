"""Measures every question from every room, with and without authorization in turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

from django.db import transaction

from conversation_search.audit import events
from conversation_search.audit.events import SearchRecord
from conversation_search.models import ConversationSearchEvent, Run, RuntimeAgent
from conversation_search.retrieval.searcher import Found
from tests.bench.questions import QUERIES, Place, places
from tests.bench.searches import Retrieval, WholeCall, open_run
from tests.bench.stopwatch import Lap, Times, lap
from tests.bench.unauthorized import without_authorization

WARM_UP = 3
"""Calls before the first that counts: they plan the statements and read the pages."""
AUDIT_ROWS = 500


@dataclass(frozen=True, slots=True)
class Measured:
    """One kind of query from one room. `matched` and `eligible` are those of the last search."""

    place: str
    query: str
    matched: int
    eligible: int
    is_exhaustive: bool
    call: Times
    """The whole call of the tool: with its ledger entries and its audit row, committed."""
    open_call: Times
    """The same without authorization."""
    retrieval: Times
    """What a call finds, ranks, vouches for and reads, and nothing else."""
    open_retrieval: Times


def measure_all(agents: int, repeat: int) -> Iterator[Measured]:
    """Measure everything; one by one, so that progress can be told."""
    for place in places(agents):
        for query, wordings in QUERIES.items():
            yield _measure(place, query, wordings, repeat)


def _measure(place: Place, query: str, wordings: list[str], repeat: int) -> Measured:
    run, texts = open_run(place), cycle(wordings)
    laps: tuple[list[Lap], ...] = ([], [], [], [])
    calls, retrievals, open_calls, open_retrievals = laps
    for _ in range(WARM_UP + repeat):
        text = next(texts)
        calls.append(_call(place, text))
        retrievals.append(_retrieval(run, text))
        with without_authorization():
            open_calls.append(_call(place, text))
            open_retrievals.append(_retrieval(run, text))
    found = _found(Retrieval(run, text))
    call, retrieval, open_call, open_retrieval = (Times.of(kind[WARM_UP:]) for kind in laps)
    return Measured(
        place=place.name,
        query=query,
        matched=found.matched,
        eligible=found.eligible,
        is_exhaustive=found.is_exhaustive,
        call=call,
        open_call=open_call,
        retrieval=retrieval,
        open_retrieval=open_retrieval,
    )


def _call(place: Place, text: str) -> Lap:
    """Measure one call of a run of its own, so that each finds its ledger as the first did."""
    with transaction.atomic():
        run = open_run(place)
    return lap(WholeCall(place, run, text))


def _retrieval(run: Run, text: str) -> Lap:
    with transaction.atomic():
        return lap(Retrieval(run, text))


def _found(retrieval: Retrieval) -> Found:
    with transaction.atomic():
        return retrieval()


def measure_audit_row() -> Times:
    """Return what writing one audit row of a search with hits takes; the rows are rolled back."""
    agent = RuntimeAgent.objects.get(slug="agent-0")
    event = ConversationSearchEvent.objects.filter(runtime_agent=agent, status="ok").latest("id")
    record = SearchRecord(
        status=event.status,
        duration_ms=event.duration_ms,
        query_digest=event.query_digest,
        tool_call_id=event.tool_call_id,
        filters=event.filters,
        selected=event.selected,
        neighbour_ids=event.neighbour_ids,
        matched=event.matched,
        exclusions=event.exclusions,
        ceiling_reached=event.ceiling_reached,
        ranking=event.ranking,
        degraded=event.degraded,
    )
    with transaction.atomic():
        laps = [lap(lambda: events.record(agent.pk, event.run_id, record)) for _ in range(AUDIT_ROWS)]
        transaction.set_rollback(True)
    return Times.of(laps[WARM_UP:])
