"""Measures every question from every room, with and without authorization in turn."""

from collections import defaultdict
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
from tests.bench.variants import Variant, ask_nothing, install_yes, say_yes

WARM_UP = 3
"""Calls before the first that counts: they plan the statements and read the pages."""
AUDIT_ROWS = 500
SAYS_YES = Variant(say_yes)
OPEN = Variant(ask_nothing)


@dataclass(frozen=True, slots=True)
class Measured:
    """One kind of query from one room. `matched` and `eligible` are those of the last search."""

    place: str
    query: str
    matched: int
    eligible: int
    is_exhaustive: bool
    alone: Times
    """The whole call of the tool: with its ledger entries and its audit row, committed."""
    call: Times
    """The same in turn with those below, to be compared with them."""
    open_call: Times
    """The same without any rule."""
    retrieval: Times
    """What a call finds, ranks, vouches for and reads, and nothing else."""
    yes_retrieval: Times
    """The same with rules that always say yes."""
    open_retrieval: Times
    """The same without any rule."""


def measure_all(agents: int, repeat: int) -> Iterator[Measured]:
    """Measure everything; one by one, so that progress can be told."""
    install_yes()
    for place in places(agents):
        for query in QUERIES:
            yield _measure(place, query, repeat)


def _measure(place: Place, query: str, repeat: int) -> Measured:
    texts = cycle(QUERIES[query])
    alone = [_call(place, next(texts)) for _ in range(WARM_UP + repeat)]
    run, texts = open_run(place), cycle(QUERIES[query])
    laps: dict[str, list[Lap]] = defaultdict(list)
    for _ in range(WARM_UP + repeat):
        text = next(texts)
        laps["call"].append(_call(place, text))
        laps["retrieval"].append(_retrieval(run, text))
        with SAYS_YES.active():
            laps["yes_retrieval"].append(_retrieval(run, text))
        with OPEN.active():
            laps["open_call"].append(_call(place, text))
            laps["open_retrieval"].append(_retrieval(run, text))
    found = _found(Retrieval(run, text))
    return Measured(
        place=place.name,
        query=query,
        matched=found.matched,
        eligible=found.eligible,
        is_exhaustive=found.is_exhaustive,
        alone=Times.of(alone[WARM_UP:]),
        **{name: Times.of(kind[WARM_UP:]) for name, kind in laps.items()},
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
