"""A name behind a pseudonym: asked for by one person, granted by another, for some hours."""

import pytest
from django.db import IntegrityError, transaction

from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.database import column, execute, row, value

REASON = "CASE-17 needs to know who asked"


def ask(desk: Desk, world: World, **form: str) -> str:
    """Ask for Ana's name and return the path of the wish."""
    subject = f"{world.agent.slug}.{world.short('person', world.cast.ana.pk)}"
    desk.send("names/ask/", **{"kind": "person", "subject": subject, "reason": REASON, **form})
    newest = value("SELECT max(id) FROM reveals")
    return f"names/{newest}/"


@pytest.fixture
def second(world: World) -> Desk:
    """Give the browser of another compliance officer."""
    assert world.search_ids
    return Desk.of("compliance officer", name="noor")


def test_a_granted_name_is_shown_to_who_asked_and_recorded(world: World, auditor: Desk, second: Desk) -> None:
    wish = ask(auditor, world)
    assert "Ana" not in auditor.open(wish).text.split()
    second.send(f"{wish}decide/", decision="grant", hours="24")
    assert "Ana" in auditor.open(wish).text.split()
    assert "revealed" in column("SELECT action FROM page_accesses WHERE username = 'dana'")


def test_a_granted_name_is_not_shown_to_who_granted_it(world: World, auditor: Desk, second: Desk) -> None:
    wish = ask(auditor, world)
    second.send(f"{wish}decide/", decision="grant", hours="24")
    assert "Ana" not in second.open(wish).text.split()


def test_nobody_grants_their_own_wish(world: World, officer: Desk) -> None:
    wish = ask(officer, world)
    assert "Grant" not in officer.open(wish).text.split()
    assert officer.send(f"{wish}decide/", decision="grant", hours="24").status == 404
    assert row("SELECT granted, decided_at FROM reveals") == (None, None)


def test_a_refused_name_stays_hidden_for_good(world: World, auditor: Desk, second: Desk) -> None:
    wish = ask(auditor, world)
    second.send(f"{wish}decide/", decision="refuse")
    assert second.send(f"{wish}decide/", decision="grant", hours="24").status == 404
    assert "Ana" not in auditor.open(wish).text.split()


def test_a_granted_name_is_hidden_again_in_time(world: World, auditor: Desk, second: Desk) -> None:
    wish = ask(auditor, world)
    second.send(f"{wish}decide/", decision="grant", hours="1")
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE reveals DISABLE TRIGGER USER")
    execute("UPDATE reveals SET expires_at = now() - interval '1 second'")
    assert "Ana" not in auditor.open(wish).text.split()


@pytest.mark.parametrize("hours", ["0", "73", "x"])
def test_a_time_that_is_too_long_grants_nothing(
    world: World, auditor: Desk, second: Desk, hours: str
) -> None:
    wish = ask(auditor, world)
    second.send(f"{wish}decide/", decision="grant", hours=hours)
    assert value("SELECT granted FROM reveals") is None


def test_a_private_room_is_revealed_alike(world: World, auditor: Desk, second: Desk) -> None:
    subject = f"{world.agent.slug}.{world.short('room', world.cast.board.pk)}"
    wish = ask(auditor, world, kind="room", subject=subject)
    second.send(f"{wish}decide/", decision="grant", hours="2")
    assert "board" in auditor.open(wish).text.split()


def test_an_auditor_sees_only_what_they_asked_for(world: World, auditor: Desk) -> None:
    other = Desk.of("auditor", name="eve")
    wish = ask(other, world)
    assert auditor.open(wish).status == 404
    assert REASON not in auditor.open("names/").text
    assert auditor.client.post(f"/audit/{wish}decide/", {"decision": "grant"}).status_code == 403


@pytest.mark.parametrize(
    "form",
    [
        {"subject": "nobody.00000000"},
        {"subject": "not an id"},
        {"reason": "why not"},
        {"kind": "message"},
    ],
)
def test_a_wish_that_names_nothing_is_refused(world: World, auditor: Desk, form: dict[str, str]) -> None:
    ask(auditor, world, **form)
    assert value("SELECT count(*) FROM reveals") == 0


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE reveals SET decided_by = asked_by, decided_at = now(), granted = true, expires_at = now()",
        "UPDATE reveals SET reason = 'another'",
        "DELETE FROM reveals",
        "TRUNCATE reveals",
    ],
)
def test_the_database_refuses_what_the_pages_never_do(world: World, auditor: Desk, change: str) -> None:
    ask(auditor, world)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(IntegrityError), transaction.atomic():
        execute(change)
