"""How often a key and a run may ask, counted in the database and told to every caller."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from conversation_search import limits
from conversation_search.identity import api_keys
from tests.api.door import DM_ANA, LAUNCH, Answer, Body, Door, said_by
from tests.database import execute, row, value
from tests.search.asking import in_own_connection
from tests.search.breaking import refuse_rows

USE = """
INSERT INTO api_key_usage (api_key_id, window_started_at, requests)
VALUES (%(key)s::bigint, clock_timestamp() - make_interval(secs => %(ago)s::integer), %(requests)s::integer)
ON CONFLICT (api_key_id) DO UPDATE SET
    window_started_at = excluded.window_started_at, requests = excluded.requests
"""
USAGE = "SELECT requests FROM api_key_usage WHERE api_key_id = %(key)s::bigint"
SEARCHES = """
INSERT INTO conversation_search_events (
    runtime_agent_id, run_id, duration_ms, status, query_digest, filters, destination, selected, neighbour_ids,
    matched, exclusions, ceiling_reached, ranking, degraded
)
SELECT run.runtime_agent_id, run.id, 1, 'ok', '', '{}', '{}', '[]', '[]', 0, '{}', false, 'exhaustive', '[]'
FROM runs AS run, generate_series(1, %(count)s::integer) WHERE run.id = %(run)s::bigint
"""
LAST_REFUSAL = """
SELECT status, refusal FROM conversation_search_events
WHERE runtime_agent_id = %(agent)s::bigint ORDER BY id DESC LIMIT 1
"""
ROWS = "SELECT count(*) FROM conversation_search_events WHERE runtime_agent_id = %(agent)s::bigint"
IDENTICAL = {"x-request-id": "same"}


@pytest.fixture
def door(db: None) -> Door:
    """Give a key with every scope of a new agent."""
    assert db is None
    return Door()


@pytest.fixture
def run_id(door: Door) -> str:
    """Open a run in Ana's direct message, where #launch may be searched."""
    door.registers("mesh").says("ben", LAUNCH, "the migration is on friday", "m1")
    return str(door.opens(DM_ANA, said_by("ana", "when?", "m2"))["run_id"])


def use(door: Door, requests: int, ago: int = 10) -> None:
    """Let a key have sent so many requests in a window that began so many seconds ago."""
    execute(USE, key=door.caller.api_key_id, requests=requests, ago=ago)


def use_up(door: Door, ago: int = 10) -> None:
    """Let a key have sent all that it may."""
    use(door, limits.REQUESTS_A_WINDOW, ago)


def searched(door: Door, run_id: str, count: int) -> None:
    """Let a run have searched so often."""
    execute(SEARCHES, run=door.caller.public_ids.decode("run", run_id), count=count)


def search(door: Door, run_id: str, body: object = None, **headers: str) -> Answer:
    """Call the tool."""
    return door.post(f"/runs/{run_id}/tools/search_history", body or {"query": "migration"}, **headers)


def test_a_key_may_send_1200_requests_a_minute(door: Door) -> None:
    use(door, 1_199)
    assert door.get("/tools").status == 200
    refused = door.get("/tools")
    assert (refused.status, refused.media_type, refused.code) == (
        429,
        "application/problem+json",
        "rate_limited",
    )


def test_a_refusal_says_when_to_come_back(door: Door) -> None:
    use_up(door, ago=18)
    assert door.get("/tools").headers["Retry-After"] == "42"


def test_after_that_time_the_key_is_served_again(door: Door) -> None:
    use_up(door, ago=60)
    assert door.get("/tools").status == 200
    assert value(USAGE, key=door.caller.api_key_id) == 1


def test_every_answer_tells_the_limits_and_what_is_left(door: Door) -> None:
    use(door, 200, ago=18)
    headers = door.get("/tools").headers
    assert headers["RateLimit-Policy"] == '"key";q=1200;w=60'
    assert headers["RateLimit"] == '"key";r=999;t=42'


def test_the_answer_of_a_search_tells_the_limit_of_its_run_too(door: Door, run_id: str) -> None:
    searched(door, run_id, 19)
    headers = search(door, run_id).headers
    assert headers["RateLimit-Policy"] == '"key";q=1200;w=60, "run";q=120;w=3600'
    assert '"run";r=100;t=3' in headers["RateLimit"]


def test_refused_requests_count_and_tell_it(door: Door) -> None:
    assert door.post("/runs", {}).headers["RateLimit"] == '"key";r=1199;t=60'
    assert Door(door.slug, ("ingest",)).post("/runs", {}).headers["RateLimit"] == '"key";r=1199;t=60'


def test_keys_are_counted_apart_even_those_of_one_agent(door: Door) -> None:
    use_up(door)
    assert Door(door.slug).get("/tools").status == 200
    assert door.get("/tools").status == 429


def test_a_wrong_key_counts_for_nobody_and_is_told_nothing(door: Door) -> None:
    use_up(door)
    answer = door.call("GET", "/tools", authorization="Bearer mesh_wrong")
    assert (answer.status, "RateLimit" in answer.headers) == (401, False)


def test_probes_are_not_limited(door: Door) -> None:
    use_up(door)
    assert door.client.get("/api/v1/healthz").status_code == 200


def test_a_run_may_search_120_times(door: Door, run_id: str) -> None:
    searched(door, run_id, 119)
    assert search(door, run_id).status == 200
    refused = search(door, run_id)
    assert (refused.status, refused.code) == (429, "rate_limited")
    assert 3590 < int(refused.headers["Retry-After"]) <= 3600


def test_a_limit_reached_is_never_an_empty_result(door: Door, run_id: str) -> None:
    searched(door, run_id, 120)
    body = search(door, run_id).body
    assert not {"hits", "message_ids", "count"} & set(body)


def run_used_up(door: Door, run_id: str) -> None:
    """Let the run have searched as often as it may."""
    searched(door, run_id, limits.SEARCHES_A_RUN)


def key_used_up(door: Door, run_id: str) -> None:
    """Let the key have asked as often as it may."""
    assert run_id
    use_up(door)


@pytest.mark.parametrize("used_up", [run_used_up, key_used_up])
def test_a_search_beyond_a_limit_leaves_its_audit_row(
    used_up: Callable[[Door, str], None], door: Door, run_id: str
) -> None:
    used_up(door, run_id)
    before = value(ROWS, agent=door.caller.agent_id)
    assert search(door, run_id).status == 429
    assert value(ROWS, agent=door.caller.agent_id) == before + 1
    assert row(LAST_REFUSAL, agent=door.caller.agent_id) == ("refused", "rate_limited")


def test_a_search_beyond_the_limit_that_cannot_be_audited_is_told_so(door: Door, run_id: str) -> None:
    run_used_up(door, run_id)
    refuse_rows("conversation_search_events")
    answer = search(door, run_id)
    assert (answer.status, answer.code) == (503, "audit_unavailable")


def test_searches_that_were_refused_count(door: Door, run_id: str) -> None:
    searched(door, run_id, 118)
    assert search(door, run_id, {"query": ""}).status == 422
    assert search(door, run_id).status == 200
    assert search(door, run_id, {"query": ""}).status == 429


def test_an_answer_that_was_lost_can_be_had_again_at_the_limit(door: Door, run_id: str) -> None:
    first = search(door, run_id, **{"idempotency-key": "call-1"})
    searched(door, run_id, 119)
    assert search(door, run_id, **{"idempotency-key": "call-2"}).status == 429
    again = search(door, run_id, **{"idempotency-key": "call-1"})
    assert (again.status, again.body) == (200, first.body)


def test_another_run_of_the_same_room_searches_on(door: Door, run_id: str) -> None:
    searched(door, run_id, 120)
    other: Body = door.opens(DM_ANA, said_by("ana", "when?", "m3"))
    assert search(door, other["run_id"]).status == 200


def test_a_limit_tells_a_stranger_nothing_about_a_run(door: Door, run_id: str) -> None:
    run_used_up(door, run_id)
    stranger = Door()
    missing = stranger.caller.public_ids.encode("run", 2**40 - 1)
    answers = [search(stranger, wanted, **IDENTICAL) for wanted in (run_id, missing)]
    assert {answer.status for answer in answers} == {404}
    assert answers[0].body == answers[1].body
    assert '"run"' not in answers[0].headers["RateLimit"]


def test_a_count_that_cannot_be_kept_refuses_the_request(door: Door, run_id: str) -> None:
    refuse_rows("api_key_usage")
    answer = search(door, run_id)
    assert (answer.status, answer.code) == (503, "database_unavailable")


@pytest.mark.usefixtures("committed")
def test_the_count_holds_across_processes() -> None:
    """Connections are to the database what processes are: each thread has its own."""
    key_id = Door().caller.api_key_id

    def count(_: int) -> int:
        return in_own_connection(lambda: api_keys.count_request(key_id).used)

    with ThreadPoolExecutor(max_workers=4) as workers:
        counts = list(workers.map(count, range(40)))
    assert sorted(counts) == list(range(1, 41))


def test_the_count_stops_one_beyond_the_limit(door: Door) -> None:
    use(door, 1_300)
    door.get("/tools")
    assert value(USAGE, key=door.caller.api_key_id) == 1_201
