"""The list of searches and the page of one."""

import json

import pytest

from audit_ui.presenters import words
from conversation_search.audit.events import RULES
from conversation_search.audit.listing import STATUSES
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.cast import Cast
from tests.database import value
from tests.factories import RunFactory, SearchEventFactory

PLAIN = {"kind": "public_channel", "visibility": "workspace", "readers": None}


def some_searches(cast: Cast, count: int) -> None:
    """Store audit rows, one a second."""
    run = RunFactory.create(conversation=cast.launch)
    for number in range(count):
        SearchEventFactory.create(
            run=run, searched_at=f"2026-03-01T10:00:{number:02}Z", matched=number, destination=PLAIN
        )


def test_the_list_links_each_search_newest_first(world: World, auditor: Desk) -> None:
    links = auditor.open("searches/").links(f"/audit/searches/{world.agent.slug}/")
    newest_first = [world.address("search", number) for number in reversed(world.search_ids)]
    assert links == [f"/audit/{path}" for path in newest_first]


def test_the_steps_of_the_waterfall_sum_exactly(world: World, auditor: Desk) -> None:
    text = auditor.open(world.address("search", world.search_ids[0])).text
    matched, excluded, selected = (
        value(
            f"SELECT {column}::text FROM conversation_search_events WHERE id = %(id)s::bigint",  # noqa: S608
            id=world.search_ids[0],
        )
        for column in ("matched", "exclusions", "jsonb_array_length(selected)")
    )
    removed = " − ".join(str(json.loads(excluded)[rule]) for rule in RULES)  # noqa: RUF001 - as it is shown
    assert f"{matched} − {removed} = {selected}" in text  # noqa: RUF001 - as it is shown


def test_each_rule_is_explained_in_a_sentence(world: World, auditor: Desk) -> None:
    text = auditor.open(world.address("search", world.search_ids[0])).text
    for rule in words.RULES.values():
        assert rule.label in text
        assert rule.meaning in text


def test_every_code_of_the_engine_has_a_word() -> None:
    assert tuple(words.RULES) == RULES
    assert tuple(words.STATUSES) == STATUSES


def test_counts_that_do_not_add_up_are_called_out(cast: Cast) -> None:
    run = RunFactory.create(conversation=cast.launch)
    event = SearchEventFactory.create(run=run, matched=3, exclusions={"audience": 1}, destination=PLAIN)
    desk = Desk.of("auditor")
    (link,) = desk.open("searches/").links("/audit/searches/agent-")
    assert event.pk
    assert "do not add up" in desk.open(link).text


def test_a_search_leads_to_its_run_and_to_its_messages(world: World, auditor: Desk) -> None:
    page = auditor.open(world.address("search", world.search_ids[0]))
    assert page.links(f"/audit/{world.address('run', world.run.pk)}")
    assert page.links(f"/audit/{world.address('message', world.shown.pk)}")


def test_pages_of_the_list_do_not_overlap_and_lead_back(cast: Cast) -> None:
    some_searches(cast, 60)
    desk = Desk.of("auditor")
    first = desk.open("searches/")
    second = desk.open(first.links("older=")[0])
    rows = [set(page.links("/audit/searches/agent-")) for page in (first, second)]
    assert [len(page) for page in rows] == [50, 10]
    assert not rows[0] & rows[1]
    back = desk.open(second.links("newer=")[0])
    assert set(back.links("/audit/searches/agent-")) == rows[0]


def test_newer_and_older_of_a_search_follow_the_filter(cast: Cast) -> None:
    some_searches(cast, 5)
    desk = Desk.of("auditor")
    query = "after=2026-03-01T10:00:01&before=2026-03-01T10:00:04&zone=UTC"
    addresses = desk.open(f"/audit/searches/?{query}").links("/audit/searches/agent-")
    assert len(addresses) == 3
    middle = desk.open(addresses[1])
    assert set(middle.links("/audit/searches/agent-")) == {addresses[0], addresses[2]}


FILTERS: list[tuple[dict[str, str], int]] = [
    ({}, 2),
    ({"status": "ok"}, 1),
    ({"status": "failed"}, 0),
    ({"kind": "public_channel"}, 2),
    ({"kind": "direct"}, 0),
    ({"rule": "audience"}, 1),
    ({"rule": "lineage"}, 0),
    ({"degraded": "yes"}, 0),
    ({"degraded": "no"}, 2),
    ({"before": "2020-01-01T00:00"}, 0),
    ({"after": "2020-01-01T00:00", "zone": "Europe/Oslo"}, 2),
]


def test_the_list_is_filtered(world: World, auditor: Desk) -> None:
    for wanted, count in FILTERS:
        page = auditor.open("searches/", **wanted)
        assert len(page.links(f"/audit/searches/{world.agent.slug}/")) == count, wanted


@pytest.mark.parametrize("form", ["full", "short"])
def test_the_list_is_filtered_by_ids(world: World, auditor: Desk, form: str) -> None:
    lead = f"{world.agent.slug}." if form == "full" else ""
    asked = {"agent": world.agent.slug}
    for name, kind, number, count in (
        ("run", "run", world.run.pk, 2),
        ("person", "person", world.cast.ana.pk, 2),
        ("person", "person", world.cast.ben.pk, 0),
        ("message", "message", world.shown.pk, 1),
        ("message", "message", world.reply_id, 0),
    ):
        page = auditor.open("searches/", **asked, **{name: lead + world.short(kind, number)})
        assert len(page.links(f"/audit/searches/{world.agent.slug}/")) == count, (name, form)


MEANINGLESS: list[dict[str, str]] = [
    {"status": "sideways"},
    {"rule": "none"},
    {"colour": "red"},
    {"after": "soon"},
    {"after": "2026-03-02T00:00", "before": "2026-03-01T00:00"},
    {"run": "not an id"},
    {"agent": "nobody"},
    {"zone": "Mars/Olympus"},
]


def test_a_filter_that_means_nothing_lists_nothing(world: World, auditor: Desk) -> None:
    for wanted in MEANINGLESS:
        page = auditor.open("searches/", **wanted)
        assert page.links(f"/audit/searches/{world.agent.slug}/") == []
        assert "Nothing is listed while the filter has an error." in page.text, wanted


def test_the_row_that_a_page_begins_after_is_of_this_agent(world: World, auditor: Desk) -> None:
    short = world.short("search", world.search_ids[1])
    page = auditor.open("searches/", older=f"{world.agent.slug}.{short}")
    assert len(page.links(f"/audit/searches/{world.agent.slug}/")) == 1
    assert auditor.open("searches/", older=f"nobody.{short}").status == 404


def test_another_agents_search_is_not_found_under_this_agent(world: World, auditor: Desk) -> None:
    other = SearchEventFactory.create(destination=PLAIN)
    assert auditor.open(world.address("search", other.pk)).status == 404
