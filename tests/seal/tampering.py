"""What whoever owns the database can do to the audit: everything, with the triggers off, but sign."""

from dataclasses import replace
from typing import Any, Final

from conversation_search.seal.documents import Checkpoint, signed
from conversation_search.seal.keys import SigningKey
from conversation_search.seal.sealing import row_form
from conversation_search.seal.streams import STREAMS
from tests.database import execute, value
from tests.seal.sealed import EVENTS

FORGER: Final = SigningKey("a secret that nobody configured here, ever")
OF_RECORD: Final = "stream = 'conversation_search_events' AND row_id = %(id)s::bigint"
READ: Final = """
SELECT content
FROM mesh_sealed_rows(%(stream)s, %(stream)s, %(columns)s::text[], %(number)s::bigint, %(number)s::bigint)
"""
COPY: Final = """
INSERT INTO conversation_search_events OVERRIDING SYSTEM VALUE
SELECT (jsonb_populate_record(event, jsonb_build_object('id', %(id)s::bigint))).*
FROM conversation_search_events AS event WHERE event.id = %(other)s::bigint
"""


def unguarded(table: str, statement: str, **parameters: object) -> None:
    """Change a table with its triggers off."""
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    assert execute(statement, **parameters) > 0
    execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def alter(row_id: int, assignment: str = "matched = 99") -> None:
    """Alter an audit row."""
    statement = f"UPDATE conversation_search_events SET {assignment} WHERE id = %(id)s::bigint"  # noqa: S608 - our own words
    unguarded(EVENTS, statement, id=row_id)


def remove(row_id: int) -> None:
    """Remove an audit row."""
    unguarded(EVENTS, "DELETE FROM conversation_search_events WHERE id = %(id)s::bigint", id=row_id)


def remove_record(row_id: int) -> None:
    """Remove the number of an audit row."""
    unguarded("audit_seal_entries", f"DELETE FROM audit_seal_entries WHERE {OF_RECORD}", id=row_id)  # noqa: S608 - our own words


def cut(row_id: int) -> None:
    """Remove an audit row and its number."""
    remove_record(row_id)
    remove(row_id)


def add(row_id: int, like: int) -> None:
    """Add an audit row like another one, with an id of the past."""
    unguarded(EVENTS, COPY, id=row_id, other=like)


def swap_records(one: int, other: int) -> None:
    """Give two rows each other's numbers."""
    for row_id, becomes in ((one, -1), (other, one), (-1, other)):
        statement = f"UPDATE audit_seal_entries SET row_id = %(becomes)s::bigint WHERE {OF_RECORD}"  # noqa: S608 - our own words
        unguarded("audit_seal_entries", statement, id=row_id, becomes=becomes)


def forge_record(row_id: int, number: int) -> None:
    """Give a row the record that it would have had with this number, but for the signature."""
    form = row_form(STREAMS[0])
    content = value(READ, stream=EVENTS, columns=list(form.columns), number=number)
    statement = f"UPDATE audit_seal_entries SET leaf = %(leaf)s::bytea WHERE {OF_RECORD}"  # noqa: S608 - our own words
    unguarded("audit_seal_entries", statement, leaf=form.leaf(number, content), id=row_id)


def remove_checkpoint(number: int) -> None:
    """Remove a checkpoint."""
    statement = "DELETE FROM audit_checkpoints WHERE number = %(number)s::bigint"
    unguarded("audit_checkpoints", statement, number=number)


def checkpoint(number: int) -> Checkpoint:
    """Return what a checkpoint says."""
    return Checkpoint.of(
        value("SELECT payload FROM audit_checkpoints WHERE number = %(number)s::bigint", number=number)
    )


def store(number: int, **columns: Any) -> None:  # noqa: ANN401 - whatever the columns hold
    """Change columns of a checkpoint."""
    changes = ", ".join(f"{name} = %({name})s" for name in columns)
    statement = f"UPDATE audit_checkpoints SET {changes} WHERE number = %(number)s"  # noqa: S608 - our own words
    unguarded("audit_checkpoints", statement, number=number, **columns)


def sign_again(number: int, key: SigningKey, **parts: Any) -> str:  # noqa: ANN401 - parts of a checkpoint
    """Sign a checkpoint with another key, and return its new hash."""
    document = signed(replace(checkpoint(number), key_id=key.public.key_id, **parts), key)
    store(number, payload=document.payload, signature=document.signature, key_id=document.key_id)
    return document.hash
