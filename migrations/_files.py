"""The SQL files that migrations install; a released file is never changed, a change is a new file."""

from pathlib import Path

from django.db import migrations

SQL_FOLDER = Path(__file__).parent / "sql"


def install(*names: str, undo: str) -> migrations.RunSQL:
    """Return the operation that runs these files in order, and `undo` when it is reversed."""
    return migrations.RunSQL("\n".join(read(name) for name in names), undo)


def read(name: str) -> str:
    """Return the text of one file below `migrations/sql`, named without its ending."""
    return (SQL_FOLDER / f"{name}.sql").read_text(encoding="utf-8")


def again(name: str) -> str:
    """Return the text of a file whose functions replace later versions of theirs: what an undo puts back."""
    return read(name).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


def functions_again(name: str) -> str:
    """Do the same for the functions of a file that also makes triggers, which are there still."""
    return again(name).partition("CREATE TRIGGER")[0]
