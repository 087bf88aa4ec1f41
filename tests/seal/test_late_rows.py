"""Rows that become visible late, in any order, beside a sealer that never waits: each is sealed exactly once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connections

from conversation_search.managers import seal as statements
from conversation_search.models import Run
from conversation_search.seal.documents import Checkpoint
from tests.cast import Cast
from tests.database import Session, column, rows, session, value
from tests.factories import RunFactory
from tests.seal.sealed import EVENTS, number_of, seal, verified

WRITE = """
INSERT INTO conversation_search_events (
    runtime_agent_id, run_id, duration_ms, status, query_digest, filters, destination, selected, neighbour_ids, matched,
    exclusions, ceiling_reached, ranking, degraded
)
SELECT run.runtime_agent_id, run.id, 1, 'ok', '', '{}', '{}', '[]', '[]', 0, '{}', false, 'exhaustive', '[]'
FROM runs AS run WHERE run.id = %(run)s::bigint
RETURNING id
"""
OF_RUN = "SELECT id FROM conversation_search_events WHERE run_id = %(run)s::bigint ORDER BY id"
TIMES_SEALED = """
SELECT count(*) FROM audit_seal_entries
WHERE stream = 'conversation_search_events' AND row_id = ANY (%(ids)s::bigint[]) GROUP BY row_id
"""
GAPS = """
SELECT count(*) FROM (
    SELECT number - lag(number, 1, number - 1) OVER (ORDER BY number) AS step
    FROM audit_seal_entries WHERE stream = 'conversation_search_events'
) AS numbered WHERE step <> 1
"""


@pytest.fixture
def run(committed_cast: Cast) -> Run:
    """Give a run that is committed."""
    made: Run = RunFactory.create(conversation=committed_cast.launch)
    return made


def write(writer: Session, run: Run) -> int:
    """Write an audit row without committing it."""
    written: int = writer.value(WRITE, run=run.pk)
    return written


def settled() -> int:
    """Return the id up to which the newest checkpoint says that every row is sealed."""
    payload = value("SELECT payload FROM audit_checkpoints ORDER BY number DESC LIMIT 1")
    return Checkpoint.of(payload).streams[EVENTS].settled


def test_a_row_of_a_long_transaction_is_sealed_once_it_is_seen(run: Run) -> None:
    with session() as slow, session() as fast:
        late = write(slow, run)
        early = write(fast, run)
        fast.commit()
        seal()
        assert late < early
        assert settled() < late
        slow.commit()
        seal()
        assert number_of(late) == number_of(early) + 1
    assert verified().is_sound


def test_a_row_that_was_rolled_back_holds_nothing_up(run: Run) -> None:
    with session() as writer:
        gone = write(writer, run)
        writer.raw.rollback()
        kept = write(writer, run)
        writer.commit()
    seal()
    assert settled() >= kept > gone
    assert verified().is_sound


def test_an_id_is_not_settled_while_its_transaction_may_still_insert_it(run: Run) -> None:
    with session() as writer, session() as other:
        # It holds the lock and was given an id, but has no transaction id that a snapshot could show.
        writer.rows("LOCK TABLE conversation_search_events IN ROW EXCLUSIVE MODE")
        reserved = writer.value("SELECT nextval(pg_get_serial_sequence('conversation_search_events', 'id'))")
        write(other, run)
        other.commit()
        seal()
        assert settled() < reserved
    assert verified().is_sound


def test_writers_that_follow_each_other_without_a_pause_hold_nothing_up_for_good(run: Run) -> None:
    with session() as one, session() as two:
        first = write(one, run)
        for commits, goes_on in ((one, two), (two, one), (one, two), (two, one)):
            write(goes_on, run)
            commits.commit()
            seal()
        assert settled() > first
    assert verified().is_sound


def test_two_sealers_at_once_make_one_chain(run: Run) -> None:
    with session() as writer:
        for _ in range(20):
            write(writer, run)
        writer.commit()
    before = value("SELECT coalesce(max(number), 0) FROM audit_checkpoints")
    with ThreadPoolExecutor(2) as pool:
        made = [len(found) for found in pool.map(lambda _: _closing(), range(2))]
    assert sum(made) == value("SELECT max(number) FROM audit_checkpoints") - before
    assert verified().is_sound


def _closing() -> list[object]:
    try:
        return [*seal()]
    finally:
        connections.close_all()


def test_beside_many_writers_every_row_is_sealed_exactly_once(run: Run) -> None:
    stop = threading.Event()

    def keep_sealing() -> None:
        while not stop.is_set():
            _closing()

    with ThreadPoolExecutor(6) as pool:
        sealing = pool.submit(keep_sealing)
        list(pool.map(lambda number: _keep_writing(run, number), range(5)))
        stop.set()
        sealing.result()
    seal()
    ids = column(OF_RUN, run=run.pk)
    assert len(ids) > 100
    assert rows(TIMES_SEALED, ids=ids) == [(1,)] * len(ids)
    assert value(GAPS) == 0
    assert verified().is_sound


def _keep_writing(run: Run, number: int) -> None:
    """Write in transactions of one to five rows, some long, some rolled back."""
    chance = Random(number)  # noqa: S311 - the same every time
    with session() as writer:
        for _ in range(25):
            for _ in range(chance.randint(1, 5)):
                write(writer, run)
            threading.Event().wait(chance.choice((0, 0, 0.002, 0.03)))
            writer.raw.rollback() if chance.random() < 0.2 else writer.commit()


def test_the_sealer_sees_who_writes_and_forgets_who_ended(run: Run) -> None:
    with session() as writer:
        write(writer, run)
        (seen,) = statements.writers([EVENTS])[EVENTS]
        assert "/" in seen
        writer.commit()
    assert statements.writers([EVENTS]) == {EVENTS: set()}
