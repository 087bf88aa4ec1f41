"""No text of a query or a message is written anywhere but where messages are kept."""

import logging
import traceback

import pytest

from conversation_search.models import Run
from conversation_search.runs.search_history import search_history
from tests.cast import Cast
from tests.database import column, rows
from tests.search.asking import ask, audit_rows, request
from tests.search.breaking import refuse_rows

CANARY = "zanzibarcanary"
"""A word that is in every query and in every message of these tests."""
STEM = "zanzibarcanar"
"""What is left of it whatever form it takes."""

TABLES = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname
"""
BODIES = (
    {"query": CANARY},
    {"query": f'"{CANARY} acme" {CANARY}'},
    {"query": f"{CANARY}!", "limit": 0},
    {"query": CANARY, "after": CANARY},
    {"query": CANARY, "speaker": CANARY},
    {"query": CANARY, f"the {CANARY}": 1},
    {"query": [CANARY]},
    [CANARY],
    CANARY,
    {"query": CANARY * 100},
)


@pytest.fixture
def run(cast: Cast) -> Run:
    """Open a run; the canary is in messages that may be shown and in one that may not."""
    cast.says(cast.ana, cast.launch, f"{CANARY} acme")
    cast.says(cast.ana, cast.dm_ana, f"{CANARY} in a direct message")
    return cast.asks(cast.ben, cast.dm_ben)


def tables_with_the_canary() -> set[str]:
    """Return every table, but those of the index, in which some column holds the canary."""
    return {
        table
        for table in column(TABLES)
        if not table.startswith(("message_search_documents_", "search_vocabulary"))
        and any(STEM in str(row).lower() for row in rows(f'SELECT to_jsonb(t)::text FROM "{table}" AS t'))  # noqa: S608
    }


def test_the_dump_would_show_what_was_written(run: Run) -> None:
    assert run.pk
    assert tables_with_the_canary() == {"message_events"}


@pytest.mark.parametrize("body", BODIES)
def test_no_text_is_kept_with_a_search(body: object, run: Run, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = ""
    try:
        search_history(request(run, body, "call-1"))
        search_history(request(run, body, "call-1"))
    except Exception as refusal:  # noqa: BLE001 - whatever it is, it must not repeat a text
        told = "".join(traceback.format_exception(refusal))
    assert audit_rows(run) >= 1
    assert tables_with_the_canary() == {"message_events"}
    assert STEM not in caplog.text.lower()
    assert STEM not in told.lower()


@pytest.mark.parametrize("table", ["ledger_entries", "tool_calls", "conversation_search_events"])
def test_no_text_leaves_with_an_error_of_the_database(
    table: str, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    refuse_rows(table, message=f"cannot store {CANARY}")
    with pytest.raises(Exception) as failure:  # noqa: PT011 - whatever it is, it must not repeat a text
        ask(run, CANARY)
    told = "".join(traceback.format_exception(failure.value))
    assert STEM not in str(failure.value)
    assert STEM not in told
    assert STEM not in caplog.text
