"""`/metrics`: who may read it, and that it counts what happened."""

import pytest
from django.conf import settings
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from conversation_search.managers import readiness
from conversation_search.managers.transactions import StatementError
from tests.api.door import DM_ANA, LAUNCH, Answer, Door, said_by
from tests.cast import Cast
from tests.database import execute
from tests.seal.sealed import seal, search_events, verified
from tests.search.breaking import refuse_rows

TOKEN = "a token for tests"  # noqa: S105 - known to everyone
SEARCH_ROUTE = "/api/v1/runs/<run_id>/tools/search_history"


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "METRICS_TOKEN", TOKEN)


def scraped() -> str:
    """Read the page as Prometheus does."""
    response = Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    return response.content.decode()


def figure(name: str, **labels: str) -> float:
    """Return one figure; 0 while nothing was counted under its labels."""
    samples = [one for family in text_string_to_metric_families(scraped()) for one in family.samples]
    return sum(one.value for one in samples if one.name == name and one.labels == labels)


def opened(door: Door) -> str:
    """Open a run in Ana's direct message, where #launch may be searched and Ben's words to the agent may not."""
    door.registers("mesh").says("ben", LAUNCH, "the migration is on friday", "m1")
    dm_ben = {"external_thread_id": "dm-ben", "kind": "direct", "members": ["ben", "mesh"]}
    door.says("ben", dm_ben, "the migration is late", "m2")
    return str(door.opens(DM_ANA, said_by("ana", "when?", "m3"))["run_id"])


def search(door: Door, run_id: str, query: str = "migration") -> Answer:
    """Call the tool."""
    return door.post(f"/runs/{run_id}/tools/search_history", {"query": query})


@pytest.mark.usefixtures("committed")
def test_searches_are_counted_by_status_and_exclusions_by_rule() -> None:
    door = Door()
    run_id = opened(door)
    before = [figure("mesh_searches_total", status=status) for status in ("ok", "refused")]
    audience = figure("mesh_search_exclusions_total", rule="audience")
    search(door, run_id)
    search(door, run_id, "")
    after = [figure("mesh_searches_total", status=status) for status in ("ok", "refused")]
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1]
    assert figure("mesh_search_exclusions_total", rule="audience") == audience + 1
    assert figure("mesh_search_duration_seconds_count", status="ok") == after[0]


@pytest.mark.django_db
def test_requests_are_timed_by_route() -> None:
    labels = {"method": "POST", "route": SEARCH_ROUTE, "status": "2xx"}
    before = figure("mesh_request_duration_seconds_count", **labels)
    door = Door()
    search(door, opened(door))
    assert figure("mesh_request_duration_seconds_count", **labels) == before + 1


@pytest.mark.django_db
def test_a_search_that_could_not_be_audited_is_counted() -> None:
    door = Door()
    run_id = opened(door)
    before = figure("mesh_audit_failures_total")
    refuse_rows("conversation_search_events")
    assert search(door, run_id).code == "audit_unavailable"
    assert figure("mesh_audit_failures_total") > before


@pytest.mark.django_db
def test_what_was_rolled_back_was_no_search() -> None:
    """The test's own transaction never commits, so the search in it is not counted."""
    door = Door()
    run_id = opened(door)
    before = figure("mesh_searches_total", status="ok")
    assert search(door, run_id).status == 200
    assert figure("mesh_searches_total", status="ok") == before


@pytest.mark.django_db
def test_the_lag_of_the_index_is_looked_up() -> None:
    door = Door()
    assert figure("mesh_index_lag_messages") == 0
    execute("ALTER TABLE message_source_evidence DISABLE TRIGGER USER")
    execute("ALTER TABLE message_events DISABLE TRIGGER USER")
    door.says("ben", LAUNCH, "not indexed", "m1")
    assert figure("mesh_index_lag_messages") == 1


def test_a_database_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise StatementError("check_index_lag", "08000")

    monkeypatch.setattr(readiness, "index_lag", fail)
    assert figure("mesh_database_up") == 0
    assert "mesh_index_lag_messages" not in scraped()


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"])
def test_without_the_token_there_is_nothing_to_read(authorization: str) -> None:
    response = Client().get("/metrics", headers={"authorization": authorization})
    assert (response.status_code, b"mesh_" in response.content) == (401, False)


@pytest.mark.django_db
@pytest.mark.parametrize("scope", ["ingest", "runtime", "operator"])
def test_no_key_of_an_agent_reads_the_figures_of_all(scope: str) -> None:
    door = Door(scopes=(scope,))  # type: ignore[arg-type]
    response = Client().get("/metrics", headers={"authorization": f"Bearer {door.key}"})
    assert response.status_code == 401


def test_without_a_configured_token_there_is_no_such_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "METRICS_TOKEN", "")
    assert Client().get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_no_label_tells_agents_runs_or_people_apart() -> None:
    door = Door()
    run_id = opened(door)
    search(door, run_id)
    page = scraped()
    assert not any(word in page for word in (run_id, door.slug, "ana", "acme", "migration"))


def test_the_seal_and_its_verification_are_told(committed_cast: Cast) -> None:
    search_events(committed_cast, 2)
    assert figure("mesh_audit_unsealed_rows") >= 2
    seal()
    verified()
    assert figure("mesh_audit_verified_sound") == 1
    assert 0 <= figure("mesh_audit_seal_age_seconds") < 60
