"""GET /operator/searches: the audit row of every search, filtered and paged; ids and figures, never text."""

from typing import Any

import pytest

from conversation_search.models import ConversationSearchEvent, MessageEvent, Run
from conversation_search.public_ids import Kind
from tests.api.door import LAUNCH, Door, said_by
from tests.factories import SearchEventFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def door() -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    return Door().registers("mesh")


@pytest.fixture
def run(door: Door) -> Run:
    """Give an open run in which ana asks."""
    door.opens(LAUNCH, said_by("ana", "when?", "m1"))
    return Run.objects.get(runtime_agent=door.caller.agent_id)


def listed(door: Door, query: str = "") -> list[str]:
    """Return the ids of the searches that are listed."""
    answer = door.get(f"/operator/searches{query}")
    assert answer.status == 200, answer
    return [search["search_id"] for search in answer.body["data"]]


def public(door: Door, search: ConversationSearchEvent) -> str:
    """Return the public id of a search."""
    return door.caller.public_ids.encode("search", search.pk)


def test_searches_are_listed_newest_first_and_paged_without_gap_or_repeat(door: Door, run: Run) -> None:
    stored = [public(door, SearchEventFactory.create(run=run)) for _ in range(5)]
    first = door.get("/operator/searches?limit=3").body
    assert (first["has_more"], first["next_after_id"]) == (True, stored[2])
    SearchEventFactory.create(run=run)
    second = door.get(f"/operator/searches?limit=3&after_id={first['next_after_id']}").body
    assert (second["has_more"], second["next_after_id"]) == (False, None)
    assert [search["search_id"] for search in first["data"] + second["data"]] == stored[::-1]


def test_one_search_is_answered_unwrapped(door: Door, run: Run) -> None:
    message_id = MessageEvent.objects.get(runtime_agent=door.caller.agent_id).pk
    components = {"lexical": 0.8, "recency": 0.9}
    search = SearchEventFactory.create(
        run=run,
        requester_id=run.requester_id,
        status="ok",
        query_digest="d1",
        filters={"speaker": "anyone", "after": None, "before": None, "limit": 8},
        destination={"visibility": "members", "kind": "direct", "readers": ["ana"], "connector_id": 1},
        selected=[
            {"message_id": message_id, "rank": 1, "score": 0.7, "components": components, "why": ["words"]}
        ],
        neighbour_ids=[message_id],
        matched=3,
        exclusions={"audience": 2},
        degraded=["semantic"],
    )
    shown = door.get(f"/operator/searches/{public(door, search)}").body
    ids = door.caller.public_ids
    assert (shown["search_id"], shown["run_id"]) == (public(door, search), ids.encode("run", run.pk))
    assert (shown["requester"], shown["status"], shown["refusal"]) == ({"external_id": "ana"}, "ok", None)
    assert (shown["query_digest"], shown["matched"], shown["exclusions"]) == ("d1", 3, {"audience": 2})
    assert shown["filters"] == {"speaker": "anyone", "after": None, "before": None, "limit": 8}
    public_id = ids.encode("message", message_id)
    assert shown["selected"] == [
        {"message_id": public_id, "rank": 1, "score": 0.7, "components": components, "why": ["words"]}
    ]
    assert (shown["neighbour_ids"], shown["degraded"], shown["replay_of"]) == (
        [public_id],
        ["semantic"],
        None,
    )
    assert shown["destination"]["readers"] == ["ana"]
    assert "connector_id" not in shown["destination"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?status=ok", "kept"),
        ("?status=no_matches", "other"),
        ("?requester=ana", "kept"),
        ("?degraded=true", "kept"),
        ("?degraded=false", "other"),
        ("?rule=audience", "kept"),
        ("?rule=lineage", "neither"),
        ("?status=ok&rule=below_cutoff", "neither"),
        ("?after=2000-01-01&before=2100-01-01", "both"),
        ("?before=2000-01-01", "neither"),
        ("?after=2100-01-01", "neither"),
    ],
)
def test_searches_are_filtered(door: Door, run: Run, query: str, expected: str) -> None:
    kept: dict[str, Any] = {
        "status": "ok",
        "degraded": ["semantic"],
        "exclusions": {"audience": 1, "lineage": 0},
    }
    searches = {
        "kept": public(door, SearchEventFactory.create(run=run, requester_id=run.requester_id, **kept)),
        "other": public(door, SearchEventFactory.create(run=run, exclusions={"audience": 0})),
    }
    both = {"both": [searches["other"], searches["kept"]], "neither": []}
    assert listed(door, query) == both.get(expected, [searches.get(expected)])


def test_the_searches_of_one_run_are_listed(door: Door, run: Run) -> None:
    mine = SearchEventFactory.create(run=run)
    other_id = door.opens(LAUNCH)["run_id"]
    SearchEventFactory.create(run=Run.objects.exclude(pk=run.pk).get(runtime_agent=run.runtime_agent))
    assert listed(door, f"?run_id={door.caller.public_ids.encode('run', run.pk)}") == [public(door, mine)]
    assert len(listed(door, f"?run_id={other_id}")) == 1


def test_an_interval_includes_its_start_and_excludes_its_end(door: Door, run: Run) -> None:
    search = SearchEventFactory.create(run=run)
    search.refresh_from_db()
    moment = search.searched_at.isoformat().replace("+", "%2B")
    assert listed(door, f"?after={moment}") == [public(door, search)]
    assert listed(door, f"?before={moment}") == []


@pytest.mark.parametrize(
    "query",
    [
        "?limit=0",
        "?limit=201",
        "?status=fine",
        "?rule=x",
        "?degraded=x",
        "?after=now",
        "?query=plum",
    ],
)
def test_a_filter_that_means_nothing_is_refused_and_never_ignored(door: Door, query: str) -> None:
    assert door.get(f"/operator/searches{query}").status == 422


@pytest.mark.parametrize(("name", "kind"), [("run_id", "run"), ("after_id", "search")])
def test_searches_by_a_malformed_id_a_missing_one_or_another_agents_are_the_identical_404(
    door: Door, run: Run, name: str, kind: Kind
) -> None:
    foreign = SearchEventFactory.create()
    numbers = {"run": foreign.run_id, "search": foreign.pk}
    ids = ["x", *(door.caller.public_ids.encode(kind, number) for number in (1 << 30, numbers[kind]))]
    refused = [door.get(f"/operator/searches?{name}={one}") for one in ids]
    assert {(answer.status, answer.code, answer.body["detail"]) for answer in refused} == {
        (404, "not_found", refused[0].body["detail"])
    }
    assert door.get(f"/operator/searches?run_id={door.caller.public_ids.encode('run', run.pk)}").status == 200


def test_another_agents_searches_do_not_exist(run: Run) -> None:
    search = SearchEventFactory.create(run=run)
    other = Door()
    assert listed(other) == []
    assert (
        other.get(f"/operator/searches?run_id={other.caller.public_ids.encode('run', run.pk)}").status == 404
    )
    foreign = other.get(f"/operator/searches/{other.caller.public_ids.encode('search', search.pk)}")
    assert (foreign.status, foreign.code) == (404, "not_found")
    assert other.get("/operator/searches/short").status == 404


def test_operators_alone_read_searches(door: Door, run: Run) -> None:
    search_id = public(door, SearchEventFactory.create(run=run))
    other = Door(door.slug, ("ingest", "runtime"))
    for path in ("/operator/searches", f"/operator/searches/{search_id}"):
        assert (other.get(path).status, other.get(path).code) == (403, "missing_scope")
        assert Door(door.slug, ("operator",)).get(path).status == 200
