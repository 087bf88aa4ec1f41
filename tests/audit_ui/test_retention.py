"""Retention on the pages: a change is previewed, asked for by one, saved by another; the runs and the lag are shown."""

from typing import Any

import pytest
from django.core.management import call_command

from conversation_search.models import RetentionPolicy
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import SECRET, World
from tests.database import row, value
from tests.factories.policies import set_policy

REASON = "policy 7 of the handbook"
MONTH = {"kind": "lifetime", "then": "days", "days": "30"}


@pytest.fixture
def admin(world: World) -> Desk:
    """Give the browser of a retention admin."""
    assert world.search_ids
    return Desk.of("retention admin", name="rita")


def ask(desk: Desk, **change: Any) -> str:  # noqa: ANN401 - fields of the form
    """Ask for a change and return the path of the newest one."""
    query = "&".join(f"{name}={said}" for name, said in {**MONTH, **change}.items())
    desk.send("retention/ask/", query=query, reason=REASON)
    newest = value("SELECT coalesce(max(id), 0) FROM retention_changes")
    return f"retention/changes/{newest}/"


def scopes() -> list[tuple[Any, ...]]:
    """Return the scope and the days of every policy."""
    fields = ("runtime_agent_id", "connector_id", "conversation_id", "days")
    return list(RetentionPolicy.objects.values_list(*fields))


def test_a_preview_counts_what_a_change_would_delete_before_anybody_asks(world: World, admin: Desk) -> None:
    live = value(
        "SELECT count(*) FROM message_events WHERE runtime_agent_id = %(id)s::bigint "
        "AND sent_at < now() - interval '30 days'",
        id=world.cast.agent.pk,
    )
    page = admin.open("retention/preview/", agent=world.agent.slug, **MONTH)
    assert live > 0
    assert f"Hidden at once and deleted {live}" in page.text
    assert value("SELECT count(*) FROM retention_changes") == 0
    assert SECRET not in page.source


def test_a_change_is_asked_for_by_one_and_saved_by_another(world: World, admin: Desk, officer: Desk) -> None:
    change = ask(admin, agent=world.agent.slug)
    assert "A second person has to decide" in admin.open(change).text
    refused = admin.send(f"{change}decide/", decision="grant", reason=REASON)
    assert (refused.status, scopes()) == (409, [])
    assert "What it would do now" in officer.open(change).text
    officer.send(f"{change}decide/", decision="grant", reason="as decided by the board")
    assert scopes() == [(world.cast.agent.pk, None, None, 30)]
    assert "30 days" in admin.open("retention/").text


def test_a_change_that_is_refused_changes_nothing(world: World, admin: Desk, officer: Desk) -> None:
    change = ask(admin, agent=world.agent.slug)
    officer.send(f"{change}decide/", decision="refuse", reason="not before the audit")
    assert (scopes(), "Refused" in admin.open(change).text) == ([], True)


def test_every_scope_can_be_chosen(world: World, admin: Desk, officer: Desk) -> None:
    room = f"{world.agent.slug}.{world.short('room', world.cast.board.pk)}"
    wanted: list[dict[str, str]] = [
        {"agent": world.agent.slug, "connector": "slack:acme"},
        {"room": room},
        {"room": room, "kind": "legal_minimum"},
    ]
    for change in wanted:
        officer.send(f"{ask(admin, **change)}decide/", decision="grant", reason=REASON)
    agent, cast = world.cast.agent.pk, world.cast
    assert sorted(map(str, scopes())) == sorted(
        map(
            str,
            [
                (agent, cast.slack.pk, None, 30),
                (agent, None, cast.board.pk, 30),
                (agent, None, cast.board.pk, 30),
            ],
        )
    )


def test_a_policy_is_set_for_good_and_taken_away(world: World, admin: Desk, officer: Desk) -> None:
    for then, left in (("for_good", [None]), ("remove", [])):
        change = ask(admin, agent=world.agent.slug, then=then, days="")
        officer.send(f"{change}decide/", decision="grant", reason=REASON)
        assert [days for *_, days in scopes()] == left


@pytest.mark.parametrize(
    "wrong",
    [
        {"days": "0"},
        {"days": "36501"},
        {"days": ""},
        {"then": "for_good"},
        {"then": "for_good", "days": "", "kind": "legal_minimum"},
        {"connector": "slack:nowhere"},
        {"room": "not an id"},
        {"connector": "slack:acme", "room": "x"},
        {"kind": "other"},
        {"colour": "red"},
    ],
)
def test_a_change_that_makes_no_sense_is_refused(world: World, admin: Desk, wrong: dict[str, str]) -> None:
    page = admin.open("retention/preview/", **{"agent": world.agent.slug, **MONTH, **wrong})
    assert page.status == 422
    ask(admin, **{"agent": world.agent.slug, **wrong})
    assert value("SELECT count(*) FROM retention_changes") == 0


def test_a_change_without_a_reason_is_not_asked_for(world: World, admin: Desk) -> None:
    assert (
        admin.send("retention/ask/", query=f"agent={world.agent.slug}&kind=lifetime", reason="x").status
        == 422
    )
    assert value("SELECT count(*) FROM retention_changes") == 0


def test_asking_and_deciding_are_on_record(world: World, admin: Desk, officer: Desk) -> None:
    change = ask(admin, agent=world.agent.slug)
    officer.send(f"{change}decide/", decision="grant", reason=REASON)
    for page, action in (("ask_retention", "asked"), ("decide_retention", "decided")):
        found = row(f"SELECT action, reason FROM page_accesses WHERE page = '{page}'")  # noqa: S608 - ours
        assert found == (action, REASON)


def test_runs_and_the_lag_are_shown(world: World, admin: Desk) -> None:
    set_policy(30, runtime_agent=world.cast.agent)
    before = admin.open("retention/").text
    call_command("apply_retention", "--agent", world.agent.slug, "--json")
    after = admin.open("retention/").text
    assert "None yet" in before
    assert "Finished" in after


def test_an_auditor_reads_retention_and_changes_nothing(world: World, auditor: Desk, admin: Desk) -> None:
    change = ask(admin, agent=world.agent.slug)
    page = auditor.open(change)
    assert (page.status, "Save" in page.text.split()) == (200, False)
    assert auditor.client.post(f"/audit/{change}decide/", {"decision": "grant"}).status_code == 403
    assert "Preview a change" not in auditor.open("retention/").text


def test_a_change_that_there_is_not_is_not_found(world: World, officer: Desk) -> None:
    assert world.search_ids
    assert officer.open("retention/changes/999999/").status == 404
