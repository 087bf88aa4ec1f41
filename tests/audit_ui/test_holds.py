"""Holds on the pages: placed by one officer, released by two, refused to everybody else, never a text."""

import pytest

from conversation_search.models import LegalHold
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import SECRET, World
from tests.database import column, row, value

REASON = "CASE-17 of the regional court"


@pytest.fixture
def second(world: World) -> Desk:
    """Give the browser of another compliance officer."""
    assert world.search_ids
    return Desk.of("compliance officer", name="noor")


def place(desk: Desk, world: World, **form: str) -> str:
    """Place a hold on Ana and return the path of the newest hold."""
    person = f"{world.agent.slug}.{world.short('person', world.cast.ana.pk)}"
    desk.send("holds/place/", **{"person": person, "reason": REASON, **form})
    newest = value("SELECT coalesce(max(id), 0) FROM legal_holds")
    return f"holds/{newest}/"


def test_a_hold_is_placed_listed_and_recorded(world: World, officer: Desk) -> None:
    page = officer.open(place(officer, world))
    assert "Stands" in page.text
    assert REASON in officer.open("holds/").text
    hold = LegalHold.objects.get()
    assert (hold.actor_id, hold.runtime_agent_id) == (world.cast.ana.pk, world.cast.agent.pk)
    assert row("SELECT reason FROM page_accesses WHERE page = 'place_hold'") == (REASON,)


def test_a_hold_shows_how_much_it_covers_and_no_text_or_name(world: World, officer: Desk) -> None:
    page = officer.open(place(officer, world))
    assert "Messages it covers" in page.text
    assert SECRET not in page.source
    assert "Ana" not in page.text.split()


def test_a_release_takes_two_officers(world: World, officer: Desk, second: Desk) -> None:
    hold = place(officer, world)
    asked = officer.send(f"{hold}release/", reason="the case is closed now")
    assert "A second person has to decide" in asked.text
    assert officer.send(f"{hold}decide/", decision="grant", reason="the case is closed").status == 409
    assert value("SELECT released_at FROM legal_holds") is None
    granted = second.send(f"{hold}decide/", decision="grant", reason="I have seen the ruling")
    assert "Released" in granted.text
    assert "Released" in officer.open("holds/").text


def test_a_release_that_is_refused_leaves_the_hold_standing(
    world: World, officer: Desk, second: Desk
) -> None:
    hold = place(officer, world)
    officer.send(f"{hold}release/", reason="the case is closed now")
    second.send(f"{hold}decide/", decision="refuse", reason="the appeal is open")
    assert "Stands" in officer.open(hold).text
    assert column("SELECT kind FROM legal_hold_events ORDER BY id") == [
        "placed",
        "release_asked",
        "release_refused",
    ]


@pytest.mark.parametrize(
    "form",
    [
        {"reason": "why"},
        {"person": "nobody"},
        {"room": "not an id"},
        {"after": "2026-02-01T00:00", "before": "2026-01-01T00:00"},
        {"colour": "red"},
    ],
)
def test_a_hold_that_says_nothing_sensible_is_refused(
    world: World, officer: Desk, form: dict[str, str]
) -> None:
    place(officer, world, **form)
    assert value("SELECT count(*) FROM legal_holds") == 0


@pytest.mark.parametrize("step", ["release/", "decide/"])
def test_a_step_without_a_reason_does_nothing(world: World, officer: Desk, step: str) -> None:
    hold = place(officer, world)
    assert officer.send(f"{hold}{step}", decision="grant", reason="no").status == 422
    assert value("SELECT count(*) FROM legal_hold_events") == 1


@pytest.mark.parametrize("role", ["auditor", "retention admin"])
def test_who_may_look_at_holds_may_not_place_or_release_them(world: World, officer: Desk, role: str) -> None:
    hold = place(officer, world)
    desk = Desk.of(role, name="eve")
    page = desk.open(hold)
    assert (page.status, "Ask for the release" in page.text) == (200, False)
    for step in ("release/", "decide/"):
        assert desk.client.post(f"/audit/{hold}{step}", {"reason": REASON}).status_code == 403


def test_a_hold_that_there_is_not_is_not_found(world: World, officer: Desk) -> None:
    assert world.search_ids
    assert officer.open("holds/999999/").status == 404
    assert officer.send("holds/999999/release/", reason=REASON).status == 404
