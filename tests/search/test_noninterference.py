"""Two worlds that differ only in what may not be shown answer alike, byte for byte but for ids and the clock."""

import json
from dataclasses import dataclass
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import ConversationSearchError
from conversation_search.managers.history import vouch_each
from conversation_search.models import Run
from conversation_search.public_ids import PublicIds
from conversation_search.retrieval import searcher
from conversation_search.retrieval.history import load_window
from conversation_search.runs import delivery, remembering
from tests.factories import MemoryFactory, RunFactory
from tests.search.asking import NOW, ask, public_ids
from tests.search.shadows import ASKS, HIDDEN, KINDS, LINES, Ask, Line, Shadow, World, shadows

pytestmark = pytest.mark.django_db

ATTENTIVE: Final = settings(
    max_examples=10,
    deadline=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def conversation(world: World, calls: list[Ask]) -> list[str]:
    """Return everything a run is told in this world: its window, every search, the check before its reply."""
    run = world.asked()
    told = [_plain(world, run, _window(world, run))]
    MemoryFactory.create(run=RunFactory.create(conversation=world.rooms["launch"]), body="the plan, as told")
    told.append(str([memory.body for memory in remembering.recall(run.runtime_agent_id, run.pk, NOW)]))
    told += [_plain(world, run, _answer(run, call)) for call in calls]
    judgement = delivery.recheck(run.runtime_agent_id, run.pk, NOW)
    told.append(str((judgement.deliverable, len(judgement.denied), len(judgement.message_ids))))
    assert not vouch_each(run.runtime_agent_id, run.pk, [message.pk for message in world.shadowed])
    return told


def _window(world: World, run: Run) -> list[Any]:
    numbers = {message.pk: number for number, message in enumerate(world.told)}
    return [
        (numbers[shown.message_event_id], shown.sent_at.isoformat(), shown.speaker, shown.body)
        for shown in load_window(run.runtime_agent_id, run.pk, 5)
    ]


def _answer(run: Run, call: Ask) -> dict[str, Any]:
    try:
        return ask(run, call.query, key=call.key, **call.arguments)
    except ConversationSearchError as refusal:
        return {"code": refusal.code, "detail": refusal.detail, "errors": str(refusal.errors)}


def _plain(world: World, run: Run, told: Any) -> str:  # noqa: ANN401 - whatever was told
    """Write down what was told, with every message named by its number in the script."""
    plain = json.dumps(told)
    if isinstance(told, dict) and "search_id" in told:
        plain = plain.replace(told["search_id"], "a search")
    ids = public_ids(run)
    for number, message in enumerate(world.told):
        plain = plain.replace(ids.encode("message", message.pk), f"message {number}")
    return plain


@pytest.fixture(autouse=True)
def _short_recent_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even the small rooms of these worlds have messages that are not among the latest."""
    monkeypatch.setattr(searcher, "RECENT_WINDOW", 3)


@dataclass(frozen=True, slots=True)
class Case:
    """Who asks where, what happens in both worlds, what happens in one of them only, and what is asked in both."""

    place: tuple[str, str]
    lines: list[Line]
    beside: list[Shadow]
    calls: list[Ask]

    def told(self) -> tuple[list[str], list[str]]:
        """Return what is told in the plain world and in the one that has more in it."""
        plain, fuller = World.begin(self.place), World.begin(self.place)
        plain.play(self.lines, [])
        fuller.play(self.lines, self.beside)
        return conversation(plain, self.calls), conversation(fuller, self.calls)


def cases(kinds: tuple[str, ...] = KINDS) -> st.SearchStrategy[Case]:
    """Draw two worlds and what is asked in them."""
    return st.builds(
        Case,
        place=st.sampled_from(sorted(HIDDEN)),
        lines=st.lists(LINES, min_size=3, max_size=14),
        beside=st.lists(shadows(kinds), min_size=1, max_size=6),
        calls=st.lists(ASKS, min_size=1, max_size=4),
    )


@ATTENTIVE
@given(case=cases())
def test_what_may_not_be_shown_changes_no_answer(case: Case) -> None:
    plain, fuller = case.told()
    assert fuller == plain


@ATTENTIVE
@given(case=cases(), bound=st.integers(1, 4))
def test_what_may_not_be_shown_changes_no_answer_where_not_everything_is_ranked(
    case: Case, bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EXHAUSTIVE_MATCHES", bound)
    monkeypatch.setattr(limits, "NEWEST_COMMON_MATCHES", 2)
    plain, fuller = case.told()
    assert fuller == plain


@ATTENTIVE
@given(case=cases(), budget=st.integers(0, 8))
def test_what_may_not_be_shown_changes_no_answer_near_the_end_of_the_budget(
    case: Case, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LEDGER_THROUGH_SEARCH", budget)
    monkeypatch.setattr(limits, "RESULT_BYTES", 2500)
    plain, fuller = case.told()
    assert fuller == plain


@settings(ATTENTIVE, max_examples=6)
@given(case=cases(("forged",)))
def test_what_the_index_falsely_calls_open_is_told_nowhere(case: Case) -> None:
    world = World.begin(case.place)
    world.play(case.lines, case.beside)
    told = "".join(conversation(world, case.calls))
    ids = PublicIds(bytes(world.rooms["launch"].runtime_agent.public_id_key))
    assert not [message.pk for message in world.shadowed if ids.encode("message", message.pk) in told]


MANY = [
    pytest.param(kind, place, newest, id=f"{kind}, {' in '.join(place)}, {newest}")
    for kind in KINDS
    for place, newest in ((("ana", "launch"), 500), (("ben", "dm-ben"), 1))
]


@pytest.mark.parametrize(("kind", "place", "newest"), MANY)
def test_many_rows_of_one_kind_beside_few_change_no_answer(
    kind: str, place: tuple[str, str], newest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NEWEST_COMMON_MATCHES", newest)
    monkeypatch.setattr(limits, "EXHAUSTIVE_MATCHES", 4 * newest)
    said = [
        (room, person, f"migration plan {number}")
        for number in range(4)
        for room, person in (("launch", "ana"), ("random", "ben"), (place[1], place[0]))
    ]
    lines = [Line("say", room, person, body, minute, ()) for minute, (room, person, body) in enumerate(said)]
    beside = [Shadow(kind, number, "migration plan 3", number % 25, number % 12) for number in range(24)]
    calls = [Ask("migration 3", {"limit": 6}, None), Ask('"plan 3"', {}, "call-1"), Ask("plan", {}, "call-2")]
    plain, fuller = Case(place, lines, beside, calls).told()
    assert fuller == plain
