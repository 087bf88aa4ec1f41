"""The list of runs and the trace of one."""

import pytest

from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.database import column, execute, value
from tests.runs.turns import delete
from tests.search.asking import ask

LEDGER = "SELECT message_event_id FROM ledger_entries WHERE run_id = %(run)s::bigint"


def test_the_trace_tells_the_turn_in_order(world: World, auditor: Desk) -> None:
    text = auditor.open(world.address("run", world.run.pk)).text
    steps = [
        "A message came in",
        "The window was loaded",
        "Search 1",
        "Search 2",
        "checked once more",
        "was stored",
    ]
    places = [text.index(step) for step in steps]
    assert places == sorted(places)


def test_the_trace_links_every_message_that_was_shown(world: World, auditor: Desk) -> None:
    page = auditor.open(world.address("run", world.run.pk))
    for number in column(LEDGER, run=world.run.pk):
        assert page.links(world.address("message", number))


def test_a_reply_carries_its_sources(world: World, auditor: Desk) -> None:
    shown = len(column(LEDGER, run=world.run.pk))
    text = auditor.open(world.address("run", world.run.pk)).text
    assert f"It carries its sources: all {shown} message" in text


def test_a_reply_whose_sources_were_changed_is_called_out(world: World, auditor: Desk) -> None:
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE memory_provenance DISABLE TRIGGER memory_provenance_append_only")
    execute("UPDATE memory_provenance SET history_message_ids = '{}'")
    assert "The rows were changed" in auditor.open(world.address("run", world.run.pk)).text
    assert "do not carry their sources" in auditor.open("").text


def test_a_withheld_reply_says_so(world: World, auditor: Desk) -> None:
    delete(world.shown)
    assert "Withheld since" in auditor.open(world.address("run", world.run.pk)).text


def test_a_run_without_a_reply_is_open(world: World, auditor: Desk) -> None:
    run = world.cast.asks(world.cast.ben, world.cast.dm_ben)
    text = auditor.open(world.address("run", run.pk)).text
    assert "The turn has not ended." in text
    assert "Direct message" in text


def test_a_refused_search_is_part_of_the_trace(world: World, auditor: Desk) -> None:
    run = world.cast.asks(world.cast.ben, world.cast.dm_ben)
    with pytest.raises(Exception, match="limit"):
        ask(run, "anything", limit=1000)
    assert "A search ended early" in auditor.open(world.address("run", run.pk)).text


def test_the_ledger_is_shown_as_it_filled(world: World, auditor: Desk) -> None:
    total = value("SELECT count(*) FROM ledger_entries WHERE run_id = %(run)s::bigint", run=world.run.pk)
    assert f"{total} of 400" in auditor.open(world.address("run", world.run.pk)).text


FILTERS: list[tuple[dict[str, str], int]] = [
    ({}, 1),
    ({"replied": "yes"}, 1),
    ({"replied": "no"}, 0),
    ({"kind": "public_channel"}, 1),
    ({"kind": "direct"}, 0),
    ({"before": "2020-01-01T00:00"}, 0),
    ({"after": "2020-01-01T00:00"}, 1),
    ({"colour": "red"}, 0),
]


def test_the_list_is_filtered(world: World, auditor: Desk) -> None:
    for wanted, count in FILTERS:
        page = auditor.open("runs/", **wanted)
        assert len(set(page.links(f"/audit/runs/{world.agent.slug}/"))) == count, wanted


def test_the_list_is_filtered_by_person_and_message(world: World, auditor: Desk) -> None:
    for name, kind, number, count in (
        ("person", "person", world.cast.ana.pk, 1),
        ("person", "person", world.cast.ben.pk, 0),
        ("message", "message", world.shown.pk, 1),
    ):
        page = auditor.open("runs/", **{name: f"{world.agent.slug}.{world.short(kind, number)}"})
        assert len(set(page.links(f"/audit/runs/{world.agent.slug}/"))) == count


def test_another_agents_run_is_not_found_under_this_agent(world: World, auditor: Desk) -> None:
    assert auditor.open(f"runs/{world.agent.slug}/{world.short('message', world.run.pk)}/").status == 404
    assert auditor.open(f"runs/nobody/{world.short('run', world.run.pk)}/").status == 404


def test_newer_and_older_lead_along_the_list(world: World, auditor: Desk) -> None:
    for _ in range(55):
        world.cast.asks(world.cast.ben, world.cast.launch)
    first = auditor.open("runs/")
    second = auditor.open(first.links("older=")[0])
    assert len(set(second.links(f"/audit/runs/{world.agent.slug}/"))) == 6
    assert auditor.open(second.links("newer=")[0]).links("older=")
