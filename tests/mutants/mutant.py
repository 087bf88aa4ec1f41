"""A mutant is the database with one rule replaced by something wrong."""

import os
import re
from pathlib import Path
from typing import Final

from migrations._files import read
from tests.database import run_script

VARIABLE: Final = "MESH_TEST_MUTANT"
RULES: Final = ("privacy", "lineage")
"""Markers of the tests that are named for a rule."""
FOLDER: Final = Path(__file__).parent / "sql"


def apply_chosen_mutant() -> None:
    """Replace the rule that the environment names, when it names one, by its file in `tests/mutants/sql`."""
    name = os.environ.get(VARIABLE, "")
    if name:
        run_script((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))


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
