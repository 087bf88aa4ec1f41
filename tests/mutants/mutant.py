"""A mutant is the database with one rule replaced by something wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.db import connections
from pytest_django import DjangoDbBlocker

from migrations._files import read
from tests.database import run_script, value

FOLDER: Final = Path(__file__).parent / "sql"
INSTALLED: Final = """
SELECT pg_get_functiondef(function.oid) FROM pg_proc AS function
WHERE function.pronamespace = 'public'::regnamespace AND function.proname = %(name)s
"""


@contextmanager
def without_rule(rule: str, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Replace a rule of the test database by its file in `tests/mutants/sql`, and put it back at the end."""
    with blocker.unblock():
        installed: str = value(INSTALLED, name=f"mesh_{rule}")
        run_script((FOLDER / f"{rule}.sql").read_text(encoding="utf-8"))
        assert value(INSTALLED, name=f"mesh_{rule}") != installed
        connections.close_all()
    yield
    with blocker.unblock():
        run_script(installed)
        assert value(INSTALLED, name=f"mesh_{rule}") == installed
        connections.close_all()


def mutated(file: str, piece: str, becomes: str) -> str:
    """Return the statements that install a file of `migrations/sql` again, with one piece of it replaced.

    Comments are dropped and every run of blanks is one, so that a piece is found however the file is laid out.
    """
    functions, *_ = _flat(re.sub("--[^\n]*", "", read(file))).split("CREATE TRIGGER")
    found = functions.count(_flat(piece))
    if found != 1:
        message = f"{file} holds this {found} times, so its mutant must be written anew: {piece}"
        raise ValueError(message)
    text = functions.replace(_flat(piece), becomes).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    if "person_readers" not in text and "NULL )::public.mesh_audience" not in text:
        # A file of before the type grew names fewer of its fields; the database fills up the others with NULL.
        text = text.replace(" )::public.mesh_audience", ", NULL )::public.mesh_audience")
    return text


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
