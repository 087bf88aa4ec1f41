"""An erasure on the pages: asked for by one person, read and approved by another, with a receipt."""

import hashlib
from io import StringIO

import pytest
from django.core.management import call_command

from audit_ui.presenters.erasures import sealed
from audit_ui.roles import MAY_OPEN, Role
from conversation_search.seal.overview import place_of
from tests.audit_ui.readers import Desk, Page
from tests.audit_ui.world import SECRET, World
from tests.cast import Cast
from tests.database import column, row, value
from tests.factories import HoldFactory, LinkFactory
from tests.seal.sealed import sealed_events

REASON = "CASE-17: she asked for it in writing"
WHY = "it names nobody and says only that it is friday"


@pytest.fixture
def admin(world: World) -> Desk:
    """Give the browser of a retention admin."""
    assert world.search_ids
    return Desk.of("retention admin", name="rita")


@pytest.fixture
def second(world: World) -> Desk:
    """Give the browser of a compliance officer."""
    assert world.search_ids
    return Desk.of("compliance officer", name="noor")


def ask(desk: Desk, world: World, **form: str) -> str:
    """Ask for the erasure of what the run was shown, and return the path of the request."""
    asked = {"agent_slug": world.agent.slug, "kind": "message", "reason": REASON}
    asked["subject"] = world.short("message", world.shown.pk)
    desk.send("erasures/ask/", **{**asked, **form})
    newest = value("SELECT max(id) FROM erasure_requests")
    return f"erasures/{world.agent.slug}/{world.short('erasure', newest)}/" if newest else ""


def approve(desk: Desk, path: str, **form: str) -> Page:
    """Approve as the page shows it."""
    version = value("SELECT max(id) FROM erasure_events WHERE what IN ('asked', 'linked', 'chosen')")
    return desk.send(f"{path}decide/", decision="approve", version=str(version), **form)


def status() -> str:
    """Return the state of the only request."""
    found: str = value("SELECT status FROM erasure_requests")
    return found


def test_a_request_shows_what_it_would_do_and_what_was_built_on_it(world: World, admin: Desk) -> None:
    text = admin.open(ask(admin, world)).text
    assert "1 messages are meant" in text
    assert f"Reply {world.short('message', world.reply_id)}" in text
    assert "A second person has to decide." in text
    assert SECRET not in text


def test_whoever_asked_is_offered_no_decision_and_takes_none(world: World, admin: Desk) -> None:
    path = ask(admin, world)
    assert "Approve" not in admin.open(path).text.split()
    approve(admin, path)
    assert status() == "waiting"


def test_a_second_person_approves(world: World, admin: Desk, second: Desk) -> None:
    path = ask(admin, world)
    assert "Approve" in second.open(path).text.split()
    approve(second, path)
    assert row("SELECT status, decided_by_name FROM erasure_requests") == ("approved", "noor")
    assert "decided" in column("SELECT action FROM page_accesses WHERE username = 'noor'")


def test_a_second_person_refuses(world: World, admin: Desk, second: Desk) -> None:
    path = ask(admin, world)
    second.send(f"{path}decide/", decision="refuse", version=str(value("SELECT max(id) FROM erasure_events")))
    assert status() == "refused"


def test_what_changed_since_it_was_read_is_not_approved(world: World, admin: Desk, second: Desk) -> None:
    path = ask(admin, world)
    read = str(value("SELECT max(id) FROM erasure_events"))
    admin.send(f"{path}choose/", choice="erase", all="yes")
    answer = second.send(f"{path}decide/", decision="approve", version=read)
    assert "changed since it was read" in answer.text
    assert status() == "waiting"


def test_a_release_is_approved_after_its_reason_was_read_and_not_before(
    world: World, admin: Desk, second: Desk
) -> None:
    path = ask(admin, world)
    item = str(value("SELECT id FROM erasure_items WHERE NOT is_target"))
    admin.send(f"{path}choose/", choice="release", why=WHY, item=item)
    assert WHY in second.open(path).text
    assert "Say that you read" in approve(second, path).text
    assert status() == "waiting"
    approve(second, path, has_read="yes")
    assert status() == "approved"


@pytest.mark.parametrize(
    "form",
    [{"choice": "release", "all": "yes"}, {"choice": "erase"}, {"choice": "keep", "why": WHY, "all": "yes"}],
)
def test_a_choice_that_means_nothing_changes_nothing(world: World, admin: Desk, form: dict[str, str]) -> None:
    path = ask(admin, world)
    admin.send(f"{path}choose/", **form)
    assert column("SELECT choice FROM erasure_items WHERE NOT is_target") == ["keep"]


def test_linked_accounts_are_offered_and_meant_once_confirmed(world: World, admin: Desk) -> None:
    cast = world.cast
    LinkFactory.create(accounts=(cast.ana, cast.otto))
    path = ask(admin, world, kind="person", subject=world.short("person", cast.ana.pk))
    assert world.short("person", cast.otto.pk) in admin.open(path).text
    admin.send(f"{path}linked/")
    assert set(value("SELECT actor_ids FROM erasure_requests")) == {cast.ana.pk, cast.otto.pk}
    assert "Mean them too" not in admin.open(path).text


def test_the_page_shows_what_a_hold_protects(world: World, admin: Desk) -> None:
    HoldFactory.create(runtime_agent=world.cast.agent)
    assert "messages 1 1 what was said" in admin.open(ask(admin, world)).text


def test_whoever_asked_takes_it_back(world: World, admin: Desk, second: Desk) -> None:
    path = ask(admin, world)
    assert "Take it back" not in second.open(path).text
    admin.send(f"{path}withdraw/")
    assert status() == "withdrawn"


@pytest.mark.parametrize(
    "form",
    [
        {"subject": "not an id"},
        {"subject": "00000000"},
        {"subject": "nobody.00000000"},
        {"reason": "why not"},
        {"kind": "everything"},
        {"kind": "time_range"},
        {"kind": "time_range", "subject": ""},
        {"kind": "time_range", "subject": "", "after": "2026-03-02T09:00", "before": "2026-03-02T08:00"},
        {"agent_slug": "nobody"},
    ],
)
def test_what_means_nothing_is_not_asked_for(world: World, admin: Desk, form: dict[str, str]) -> None:
    ask(admin, world, **form)
    assert value("SELECT count(*) FROM erasure_requests") == 0


def test_a_time_is_asked_for_alone(world: World, admin: Desk) -> None:
    ask(admin, world, kind="time_range", subject="", after="2026-03-02T09:00")
    assert value("SELECT count(*) FROM erasure_items WHERE is_target") > 1


def test_an_auditor_reads_requests_and_asks_for_none(world: World, admin: Desk, auditor: Desk) -> None:
    path = ask(admin, world)
    assert REASON in auditor.open("erasures/").text
    assert "Ask for an erasure" not in auditor.open("erasures/").text
    assert "For those marked" not in auditor.open(path).text


def test_a_request_that_there_is_not_is_not_found(world: World, admin: Desk) -> None:
    for part in ("00000000", "x"):
        assert admin.open(f"erasures/{world.agent.slug}/{part}/").status == 404
    assert admin.open("erasures/nobody/00000000/").status == 404


@pytest.mark.parametrize("role", [*Role, None])
def test_the_pages_of_a_request_open_for_their_roles_alone(
    world: World, admin: Desk, role: Role | None
) -> None:
    path = ask(admin, world)
    desk = Desk.of(role) if role else Desk.of()
    for page, part in (
        ("erasure", ""),
        ("erasure_receipt", "receipt/"),
        ("erasure_receipt_json", "receipt.json"),
    ):
        found = 200 if page == "erasure" else 404
        assert desk.open(f"{path}{part}").status == (found if role in MAY_OPEN[page] else 403), page


def test_a_receipt_is_shown_and_given_byte_for_byte(committed_cast: Cast) -> None:
    world = World.made(committed_cast)
    name = f"reader-{committed_cast.agent.pk}"
    admin, second = (
        Desk.of("retention admin", name=name),
        Desk.of("compliance officer", name=f"second-{name}"),
    )
    path = ask(admin, world)
    approve(second, path)
    reference = str(value("SELECT reference FROM erasure_requests ORDER BY id DESC LIMIT 1"))
    call_command("run_erasures", "--request", reference, stdout=StringIO())
    shown = admin.open(f"{path}receipt/").text
    written = admin.open(f"{path}receipt.json").source
    assert "messages 1 1 0 0" in shown
    assert hashlib.sha256(written.encode()).hexdigest() in shown
    assert SECRET not in shown + written
    assert "not sealed yet" in shown
    assert "Receipts before this one" in admin.send(f"{path}verify/").text


@pytest.mark.django_db
def test_a_step_of_an_erasure_has_its_place_in_the_seal(cast: Cast) -> None:
    event = sealed_events(cast, 2)[1]
    assert sealed(place_of("conversation_search_events", event.pk)) == "number 2, sealed by checkpoint 1"
    assert sealed(None) == "not sealed yet"
