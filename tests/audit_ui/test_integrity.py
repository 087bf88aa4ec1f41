"""The integrity page and the index health page: what they say of the seal and of the index, and what they cost."""

import hashlib
import json
from datetime import UTC, datetime, timedelta

import pytest

from audit_ui.presenters.integrity import span
from conversation_search import limits
from conversation_search.seal import overview
from conversation_search.seal.overview import CheckpointLine, SealState
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.cast import Cast
from tests.database import column, execute, row, value
from tests.factories import AgentFactory
from tests.runs.turns import delete
from tests.seal import tampering
from tests.seal.sealed import EVENTS, newest_checkpoint, number_of, seal, search_events, verified


def forget_the_seal() -> None:
    """Let nothing be sealed, whatever tests before this one left."""
    for table in ("audit_seal_entries", "audit_checkpoints", "audit_verifications"):
        execute("SET CONSTRAINTS ALL IMMEDIATE")
        execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        execute(f"DELETE FROM {table}")  # noqa: S608 - our own words


def test_before_the_first_checkpoint_the_page_says_what_is_missing(auditor: Desk) -> None:
    forget_the_seal()
    page = auditor.open("integrity/")
    assert "Nothing is sealed yet" in page.text
    assert "never verified" in page.text


def test_a_sealed_and_verified_audit_is_told_with_its_figures(world: World, auditor: Desk) -> None:
    assert world.search_ids
    seal()
    verified()
    page = auditor.open("integrity/")
    assert "The newest checkpoint is 0 minutes old." in page.text
    assert "found every sealed row as it was sealed" in page.text
    sealed = value("SELECT count(*) FROM audit_seal_entries")
    assert f"Rows sealed {sealed:,}" in page.text


def test_a_finding_is_named_with_the_checkpoint_that_proves_it(world: World, auditor: Desk) -> None:
    seal()
    tampering.alter(world.search_ids[0])
    verified()
    page = auditor.open("integrity/")
    assert "did not find the audit sound" in page.text
    assert f"(id {world.search_ids[0]}) was changed after it was sealed" in page.text
    assert f"Checkpoint {newest_checkpoint()} proves it." in page.text


def test_rows_that_wait_for_their_seal_are_counted(world: World, auditor: Desk) -> None:
    seal()
    before = overview.state().unsealed
    search_events(world.cast, 3)
    assert overview.state().unsealed == before + 3
    assert f"{before + 3} rows wait for the next checkpoint" in auditor.open("integrity/").text


def test_the_count_of_waiting_rows_has_an_end(
    world: World, auditor: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEAL_LAG_COUNTED", 2)
    search_events(world.cast, 5)
    assert "More than 2 rows wait" in auditor.open("integrity/").text


def test_a_checkpoint_that_is_overdue_is_called_so() -> None:
    line = CheckpointLine(1, "", "", datetime(2026, 1, 1, tzinfo=UTC), 0, 0)
    assert not SealState(line, limits.SEAL_LATE, 0).is_late
    assert SealState(line, limits.SEAL_LATE + timedelta(seconds=1), 0).is_late
    assert SealState(None, None, 0).is_late


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (timedelta(seconds=-5), "0 minutes"),
        (timedelta(seconds=61), "1 minute"),
        (timedelta(hours=3), "3 hours"),
        (timedelta(days=3), "3 days"),
    ],
)
def test_a_span_is_written_in_the_unit_that_suits_it(time: timedelta, written: str) -> None:
    assert span(time) == written


def test_checkpoints_are_listed_page_by_page(
    world: World, auditor: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PAGE_SIZE", 2)
    for _ in range(3):
        search_events(world.cast, 1)
        seal()
    (older,) = auditor.open("integrity/").links("older=")
    page = auditor.open(older)
    assert page.links("/audit/integrity/")
    assert auditor.open("integrity/?newer=1").status == 404
    assert auditor.open("integrity/?older=x").status == 404


def test_the_download_holds_every_checkpoint_and_is_recorded(world: World, auditor: Desk) -> None:
    assert world.search_ids
    seal()
    page = auditor.send("integrity/checkpoints/")
    numbers = [json.loads(line)["number"] for line in page.source.splitlines()]
    assert numbers == list(range(1, newest_checkpoint() + 1))
    assert "attachment" in page.headers["Content-Disposition"]
    recorded = column("SELECT details FROM page_accesses WHERE page = 'download_checkpoints' ORDER BY id")
    details = json.loads(recorded[-1])
    assert details == {
        "rows": len(numbers),
        "sha256": hashlib.sha256(page.source.encode()).hexdigest(),
        "complete": True,
    }


def test_a_checkpoint_that_cannot_be_read_is_listed_all_the_same(world: World, auditor: Desk) -> None:
    assert world.search_ids
    seal()
    tampering.store(newest_checkpoint(), payload="gone")
    page = auditor.open("integrity/")
    assert page.status == 200
    assert f"Checkpoint {newest_checkpoint()} cannot be read" in page.text


def test_a_row_is_found_in_the_seal(cast: Cast) -> None:
    (before,) = search_events(cast, 1)
    seal()
    (event,) = search_events(cast, 1)
    assert overview.place_of(EVENTS, event.pk) is None
    seal()
    for one, checkpoint in ((before, newest_checkpoint() - 1), (event, newest_checkpoint())):
        place = overview.place_of(EVENTS, one.pk)
        assert place is not None
        assert (place.number, place.checkpoint.number) == (number_of(one.pk), checkpoint)


DEFECTS = {
    "missing": "DELETE FROM message_search_documents WHERE message_event_id = %(id)s::bigint",
    "stale": "UPDATE message_search_documents SET tokenizer_version = 99 WHERE message_event_id = %(id)s::bigint",
    "orphan": (
        "INSERT INTO message_search_documents SELECT runtime_agent_id, id, 0, conversation_id, actor_id, sent_at, "
        "NULL, NULL, 1, 1, '' FROM message_events WHERE id = %(id)s::bigint"
    ),
    "plain": "UPDATE message_search_documents SET tokenizer_version = 0 WHERE message_event_id = %(id)s::bigint",
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_what_is_wrong_with_an_index_is_counted_by_agent(cast: Cast, defect: str) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    cast.says(cast.ana, cast.launch, "again")
    if defect == "orphan":
        delete(said)
    execute(DEFECTS[defect], id=said.pk)
    page = Desk.of("platform admin").open("index-health/")
    (_, line) = page.source.split(f'<th scope="row">{cast.agent.slug}</th>')
    cells = [cell.split("<")[0] for cell in line.split("</tr>")[0].split('<td class="number">')[1:]]
    names = ("messages", "missing", "stale", "orphan", "plain")
    assert dict(zip(names, cells, strict=True)) == dict.fromkeys(names, "0") | {"messages": "2", defect: "1"}
    assert ("Run rebuild_search_documents" in page.text) is (defect != "plain")


def test_an_index_that_agrees_is_called_so(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "hello")
    page = Desk.of("retention admin").open("index-health/")
    assert cast.agent.slug in page.text
    assert "hello" not in page.text


def test_index_health_looks_at_a_bounded_number_of_messages_and_agents(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INDEX_HEALTH_MESSAGES", 2)
    monkeypatch.setattr(limits, "INDEX_HEALTH_AGENTS", 1)
    AgentFactory.create()
    for _ in range(4):
        cast.says(cast.ana, cast.launch, "hello")
    desk = Desk.of("auditor")
    page = desk.open("index-health/")
    slugs = []
    while True:
        slugs += [piece.split("<")[0] for piece in page.source.split('<th scope="row">')[1:]]
        more = page.links("after=")
        if not more:
            break
        page = desk.open(more[0])
    assert slugs == column('SELECT slug FROM runtime_agents ORDER BY slug COLLATE "default"')
    assert row("SELECT count(*) > 1 FROM runtime_agents") == (True,)


def test_a_place_in_the_list_that_is_none_is_not_found(auditor: Desk) -> None:
    assert auditor.open("index-health/", after="a\x00b").status == 404
