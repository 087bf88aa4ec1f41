"""Breaks the database on purpose: a table that refuses a row, or takes too long over it."""

from typing import Final

from django.db import connection

TRIGGER: Final = """
CREATE FUNCTION pg_temp.{name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {deed};
    RETURN NEW;
END;
$$;
CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW {condition} EXECUTE FUNCTION pg_temp.{name}();
"""


def refuse_rows(table: str, condition: str = "", message: str = "no") -> None:
    """Make a table refuse every new row, or those for which `WHEN (…)` holds, until the test is over."""
    _break("refuses", table, f"RAISE EXCEPTION '{message}'", condition)


def delay_rows(table: str, seconds: float) -> None:
    """Make a table take so long over every new row, until the test is over."""
    _break("delays", table, f"PERFORM pg_sleep({seconds})", "")


def _break(name: str, table: str, deed: str, condition: str) -> None:
    assert connection.in_atomic_block, "what is broken must be whole again after the test"
    with connection.cursor() as cursor:
        cursor.execute(TRIGGER.format(name=name, table=table, deed=deed, condition=condition))
