"""What was asked, chosen, decided and found stays as it was written."""

# ruff: noqa: S608 - the names are those of our own tables and columns

import pytest
from django.db import DatabaseError, transaction

from tests.cast import Cast
from tests.database import execute, value
from tests.erasure.asked import RITA, approve, ask_for_message, erase
from tests.factories import ErasureReceiptFactory, ReplyFactory

TABLES = ("erasure_requests", "erasure_items", "erasure_events", "erasure_receipts", "erasure_ledger")


@pytest.fixture
def recorded(cast: Cast) -> Cast:
    """Give an erasure that was executed."""
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    erase(ask_for_message(cast, message))
    ErasureReceiptFactory.create()
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    return cast


def refused(statement: str) -> bool:
    """Tell whether the database refused by rule."""
    try:
        with transaction.atomic():
            assert execute(statement) != 0
    except DatabaseError as error:
        return getattr(error.__cause__, "sqlstate", "") in {"23001", "23514"}
    return False


@pytest.mark.parametrize("table", TABLES)
def test_no_record_of_an_erasure_is_deleted(recorded: Cast, table: str) -> None:
    assert recorded.agent.pk
    assert refused(f"DELETE FROM {table}")
    assert refused(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize(
    "change",
    [
        "erasure_events SET what = 'refused'",
        "erasure_receipts SET is_complete = true",
        "erasure_ledger SET erased_at = now()",
        "erasure_requests SET reason = 'another'",
        "erasure_requests SET message_id = message_id + 1",
        "erasure_requests SET decided_by = 3",
        "erasure_requests SET status = 'waiting'",
        "erasure_requests SET asked_by = 7",
        "erasure_requests SET counted = '{}'",
        "erasure_items SET choice = 'release', why = 'because' WHERE NOT is_target",
        "erasure_items SET subject_id = 1",
        "erasure_items SET is_target = NOT is_target",
    ],
)
def test_what_was_written_of_an_erasure_stays(recorded: Cast, change: str) -> None:
    assert recorded.agent.pk
    assert refused(f"UPDATE {change}")


def test_a_decision_by_whoever_asked_is_refused_by_the_database_too(cast: Cast) -> None:
    ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum"))
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert refused(
        f"UPDATE erasure_requests SET status = 'approved', decided_by = {RITA.number}, decided_by_kind = 'user', "
        "decided_by_name = 'rita', decided_at = now()"
    )


def test_nothing_more_is_meant_once_it_was_decided(cast: Cast) -> None:
    request = approve(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert refused(
        "INSERT INTO erasure_items (request_id, runtime_agent_id, kind, subject_id, is_target, choice) "
        f"VALUES ({request.request_id}, {cast.agent.pk}, 'message', 99, true, 'erase')"
    )


def test_no_text_is_in_any_record_of_an_erasure(recorded: Cast) -> None:
    assert recorded.agent.pk
    for table in TABLES:
        assert value(f"SELECT count(*) FROM {table} AS kept WHERE position('plum' IN kept::text) > 0") == 0
