"""Every column of the schema that can hold text belongs to a store, or is declared with what it holds instead."""

import pytest

from conversation_search.erasure.columns import CANNOT_HOLD_TEXT, NEVER_TEXT
from conversation_search.erasure.registry import ELSEWHERE, STORES, registered_columns
from tests.database import rows, run_script

COLUMNS = """
SELECT relation.relname || '.' || attribute.attname, format_type(attribute.atttypid, NULL)
FROM pg_class AS relation
INNER JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid
WHERE
    relation.relnamespace = 'public'::regnamespace AND relation.relkind IN ('r', 'p', 'm')
    AND NOT relation.relispartition AND attribute.attnum > 0 AND NOT attribute.attisdropped
"""


def text_columns() -> set[str]:
    """Return every column of the database that can hold text."""
    return {column for column, kind in rows(COLUMNS) if kind not in CANNOT_HOLD_TEXT}


@pytest.mark.django_db
def test_every_column_that_can_hold_text_is_registered_or_declared_never_to_hold_a_messages() -> None:
    assert text_columns() - registered_columns() - set(NEVER_TEXT) == set()


@pytest.mark.django_db
def test_no_column_is_declared_that_there_is_not() -> None:
    assert (registered_columns() | set(NEVER_TEXT)) - text_columns() == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind", ["text", "jsonb", "json", "bytea", "tsvector", "text[]", "xml", "varchar(9)"]
)
def test_a_new_column_that_can_hold_text_is_noticed(kind: str) -> None:
    run_script(f"ALTER TABLE runs ADD COLUMN novelty {kind}")
    assert text_columns() - registered_columns() - set(NEVER_TEXT) == {"runs.novelty"}


def test_no_column_is_both_registered_and_declared() -> None:
    assert registered_columns() & set(NEVER_TEXT) == set()


def test_every_declaration_gives_a_reason() -> None:
    reasons = [*NEVER_TEXT.values(), *(place.why for place in ELSEWHERE), *(store.hold for store in STORES)]
    assert all(len(reason) > 9 for reason in reasons)


def test_every_store_has_a_name_of_its_own() -> None:
    names = [store.name for store in STORES] + [place.name for place in ELSEWHERE]
    assert len(names) == len(set(names))
