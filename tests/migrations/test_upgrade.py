"""The search index comes to a database that already holds messages and is being written to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connections

from migrations import _indexing
from tests.migrations.scratch import migrate, scratch_database

BEFORE_THE_INDEX = "0004_disclosure_rule"
THE_INDEX = "0005_search_documents"
BACKFILL = "0006_backfill_search_documents"
SECOND_RULES = "0008_search_text"
SECOND_RULES_REBUILD = "0009_search_text_rebuild"
OF_FIRST_RULES = (
    "SELECT count(*) FROM message_search_documents WHERE tokenizer_version = 1 OR exact_tsv IS NULL"
)

FURNISH = """
WITH agent AS (
    INSERT INTO runtime_agents (slug, public_id_key) VALUES ('upgraded', 'key') RETURNING id
), connector AS (
    INSERT INTO connectors (runtime_agent_id, type, name) SELECT id, 'slack', 'acme' FROM agent
    RETURNING id, runtime_agent_id
), actor AS (
    INSERT INTO actors (runtime_agent_id, connector_id, external_id) SELECT runtime_agent_id, id, 'ana' FROM connector
)
INSERT INTO conversations (runtime_agent_id, connector_id, external_thread_id, kind)
SELECT runtime_agent_id, id, 'launch', 'public_channel' FROM connector
"""
SAY = """
WITH room AS (
    SELECT conversation.*, actor.id AS actor_id
    FROM conversations AS conversation, actors AS actor
), message AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
    SELECT
        room.runtime_agent_id, room.id, room.actor_id, %(prefix)s || number, now() - interval '1 day',
        repeat('message number ' || number || ' ', CASE WHEN number %% 50 = 0 THEN 400 ELSE 1 END)
    FROM room, generate_series(1, %(count)s::integer) AS number
    RETURNING id, runtime_agent_id, conversation_id, sent_at
), own AS MATERIALIZED (
    SELECT room.id, mesh_intern_audience(room.runtime_agent_id, mesh_conversation_audience(room.id)) AS audience_id
    FROM room
)
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT
    message.id, message.runtime_agent_id, message.conversation_id, message.sent_at, own.audience_id,
    mesh_intern_class(message.runtime_agent_id, ARRAY[own.audience_id])
FROM message, own
WHERE message.id %% 7 <> 0
"""
EDIT_ONE = """
UPDATE message_events SET body = 'edited while upgrading', edited_at = clock_timestamp()
WHERE id = (SELECT id FROM message_events WHERE deleted_at IS NULL ORDER BY random() LIMIT 1) AND deleted_at IS NULL
"""
DELETE_ONE = """
UPDATE message_events SET body = '', deleted_at = now()
WHERE id = (SELECT id FROM message_events WHERE deleted_at IS NULL ORDER BY random() LIMIT 1) AND deleted_at IS NULL
"""
WRONG = """
WITH expected AS (
    SELECT
        event.id, piece.chunk, event.runtime_agent_id, event.conversation_id, event.actor_id, event.sent_at,
        evidence.audience_id, CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS class_id,
        mesh_tokenizer_version() AS tokenizer_version, mesh_search_vector(piece.content) AS tsv
    FROM message_events AS event
    LEFT JOIN message_source_evidence AS evidence ON evidence.message_event_id = event.id
    CROSS JOIN LATERAL mesh_search_chunks(event.body) AS piece
    WHERE event.deleted_at IS NULL
), found AS (
    SELECT
        message_event_id AS id, chunk, runtime_agent_id, conversation_id, actor_id, sent_at, audience_id, class_id,
        tokenizer_version, tsv
    FROM message_search_documents
)
SELECT count(*) FROM (
    (SELECT * FROM expected EXCEPT SELECT * FROM found) UNION ALL (SELECT * FROM found EXCEPT SELECT * FROM expected)
) AS difference
"""


def _value(alias: str, statement: str) -> Any:  # noqa: ANN401 - whatever it selects
    with connections[alias].cursor() as cursor:
        cursor.execute(statement)
        ((only,),) = cursor.fetchall()
    return only


def _run(alias: str, statement: str, **parameters: str | int) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute(statement, parameters or None)


@contextmanager
def _writing(alias: str) -> Iterator[list[int]]:
    """Store, edit and delete messages on another connection until the block ends; yields a count of its rounds."""
    known = connections[alias].get_connection_params()
    parameters = {key: known[key] for key in ("dbname", "host", "user", "password", "port") if key in known}
    stop, rounds, failed = threading.Event(), [0], []

    def write() -> None:
        try:
            with psycopg.connect(autocommit=True, **parameters) as other:
                while not stop.is_set():
                    rounds[0] += 1
                    other.execute(SAY, {"prefix": f"live-{rounds[0]}-", "count": 3})
                    other.execute(EDIT_ONE)
                    other.execute(DELETE_ONE)
        except psycopg.Error as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield rounds
    finally:
        stop.set()
        writer.join()
    assert failed == []


@pytest.mark.usefixtures("committed")
def test_the_index_is_complete_though_messages_were_there_and_kept_coming() -> None:
    with scratch_database() as alias:
        migrate(alias, BEFORE_THE_INDEX)
        _run(alias, FURNISH)
        _run(alias, SAY, prefix="old-", count=1_200)
        with _writing(alias) as rounds:
            while not rounds[0]:
                threading.Event().wait(0.01)
            migrate(alias, THE_INDEX)
            started = rounds[0]
            migrate(alias, BACKFILL)
            assert rounds[0] > started
        assert _value(alias, "SELECT count(*) FROM message_search_documents") > 1_000
        assert _value(alias, WRONG) == 0


class StoppedError(Exception):
    """Stands for whatever ends a migration half way."""


@pytest.mark.usefixtures("committed")
def test_a_backfill_that_was_stopped_goes_on_with_the_next_migrate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_indexing, "BATCH", 100)
    with scratch_database() as alias:
        migrate(alias, BEFORE_THE_INDEX)
        _run(alias, FURNISH)
        _run(alias, SAY, prefix="old-", count=500)
        migrate(alias, THE_INDEX)
        with pytest.raises(StoppedError), connections[alias].execute_wrapper(_stopping_at(3)):
            migrate(alias, BACKFILL)
        done = _value(alias, "SELECT count(DISTINCT message_event_id) FROM message_search_documents")
        assert 0 < done < 500
        migrate(alias, BACKFILL)
        assert _value(alias, WRONG) == 0


def _stopping_at(batch: int) -> Any:  # noqa: ANN401 - Django's wrapper
    batches = [0]

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401, FBT001
        batches[0] += "mesh_index_batch(" in sql and sql.startswith("SELECT")
        if batches[0] == batch:
            raise StoppedError
        return execute(sql, params, many, context)

    return wrapper


@pytest.mark.usefixtures("committed")
def test_a_deletion_during_the_backfill_leaves_no_words_behind() -> None:
    with scratch_database() as alias:
        migrate(alias, BEFORE_THE_INDEX)
        _run(alias, FURNISH)
        _run(alias, SAY, prefix="old-", count=50)
        migrate(alias, BACKFILL)
        _run(alias, "DELETE FROM message_search_documents")
        known = connections[alias].get_connection_params()
        parameters = {
            key: known[key] for key in ("dbname", "host", "user", "password", "port") if key in known
        }
        with psycopg.connect(**parameters) as deleting, psycopg.connect(**parameters) as indexing:
            deleting.execute(DELETE_ONE)
            work = threading.Thread(target=indexing.execute, args=("SELECT mesh_index_batch(0, 100)",))
            work.start()
            while not _value(alias, "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted"):
                threading.Event().wait(0.005)
            deleting.commit()
            work.join()
            indexing.commit()
        assert _value(alias, WRONG) == 0


@pytest.mark.usefixtures("committed")
def test_documents_of_the_first_text_rules_are_built_anew_though_messages_kept_coming(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_indexing, "BATCH", 100)
    with scratch_database() as alias:
        migrate(alias, BACKFILL)
        _run(alias, FURNISH)
        _run(alias, SAY, prefix="old-", count=500)
        with _writing(alias) as rounds:
            while not rounds[0]:
                threading.Event().wait(0.01)
            migrate(alias, SECOND_RULES)
            with pytest.raises(StoppedError), connections[alias].execute_wrapper(_stopping_at(3)):
                migrate(alias, SECOND_RULES_REBUILD)
            assert _value(alias, OF_FIRST_RULES) > 0
            migrate(alias, SECOND_RULES_REBUILD)
        assert _value(alias, OF_FIRST_RULES) == 0
        assert _value(alias, WRONG) == 0
