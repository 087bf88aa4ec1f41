"""`docs/schema.sql` is what the migrations build."""

import pytest

from tests.docs.schema import TARGET, schema


@pytest.mark.django_db
def test_the_readable_schema_is_what_the_migrations_build() -> None:
    assert TARGET.read_text(encoding="utf-8") == schema(), "run: python -m tests.docs.schema"
