"""Edits, deletions, fresh messages, and the index behind them."""

import pytest
from django.db import Error, transaction

from conversation_search.indexing.rebuild import rebuild
from conversation_search.models import MessageEvent
from tests.cast import Cast
from tests.database import column, execute, rows, session, value
from tests.factories import AgentFactory
from tests.search.asking import ask, delete, edit, found, last_audit, shown_texts

DOCUMENTS = """
SELECT chunk, tsv::text, word_count, audience_id, class_id, tokenizer_version FROM message_search_documents
WHERE message_event_id = %(id)s::bigint ORDER BY chunk
"""
COPIES = """
SELECT derived.relname FROM pg_constraint AS key
INNER JOIN pg_class AS derived ON derived.oid = key.conrelid
WHERE key.contype = 'f' AND key.confrelid = 'message_events'::regclass AND NOT derived.relispartition
    AND EXISTS (
        SELECT 1 FROM pg_attribute AS attribute
        WHERE attribute.attrelid = key.conrelid AND attribute.atttypid IN ('tsvector'::regtype, 'text'::regtype)
            AND attribute.attname IN ('tsv', 'body', 'content', 'snippet')
    )
"""
LEFT_BEHIND = """
INSERT INTO message_search_documents (
    runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, sent_at, audience_id, class_id,
    word_count, tokenizer_version, tsv
)
SELECT event.runtime_agent_id, event.id, 0, event.conversation_id, event.actor_id, event.sent_at,
    evidence.audience_id, evidence.class_id, 4, mesh_tokenizer_version(), mesh_search_vector('my key is plum')
FROM message_events AS event
INNER JOIN message_source_evidence AS evidence ON evidence.message_event_id = event.id
WHERE event.id = %(id)s::bigint
"""


def documents(message: MessageEvent) -> list[tuple[object, ...]]:
    """Return the index rows of a message."""
    return rows(DOCUMENTS, id=message.pk)


def ask_ben(cast: Cast, query: str) -> list[str]:
    """Return what Ben finds in his direct message."""
    return found(cast.asks(cast.ben, cast.dm_ben), query)


def test_s091_an_edited_message_is_found_once_by_its_new_words_and_not_by_its_old(cast: Cast) -> None:
    edit(cast.says(cast.ana, cast.launch, "launch is monday"), "launch is tuesday")
    assert ask_ben(cast, "monday") == []
    assert ask_ben(cast, "launch") == ["launch is tuesday"]


def test_s092_a_deleted_message_is_no_hit_no_neighbour_and_in_no_count(cast: Cast) -> None:
    delete(cast.says(cast.ana, cast.launch, "my key is plum"))
    cast.says(cast.ana, cast.launch, "what key")
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_texts(ask(run, "plum key")) == ["what key"]
    assert last_audit(run).matched == 1


def test_s093_no_word_of_a_deleted_message_stays_in_the_index(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    delete(message)
    assert documents(message) == []


@pytest.mark.usefixtures("committed")
def test_s094_every_derived_copy_is_gone_in_the_transaction_that_deletes() -> None:
    cast = Cast.assemble()
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    assert column(COPIES) == ["message_search_documents"]
    with session() as other, transaction.atomic():
        delete(message)
        assert documents(message) == []
        counted = "SELECT count(*) FROM message_search_documents WHERE message_event_id = %(id)s"
        assert other.value(counted, id=message.pk) == 1
    assert documents(message) == []


def test_s095_an_index_that_lags_shows_nothing_of_a_deleted_message(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    delete(message)
    execute(LEFT_BEHIND, id=message.pk)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_texts(ask(run, "plum")) == []
    assert last_audit(run).exclusions["lineage"] == 1


@pytest.mark.usefixtures("committed")
def test_s096_a_message_is_found_as_soon_as_its_insert_has_committed() -> None:
    cast = Cast.assemble()
    cast.says(cast.ana, cast.launch, "fresh words")
    assert ask_ben(cast, "fresh") == ["fresh words"]


def test_s099_rows_of_an_older_tokenizer_are_found_and_rebuilt(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "quarterly topic")
    kept = documents(message)
    execute("UPDATE message_search_documents SET tokenizer_version = 99, tsv = 'quarterlies'")
    (step,) = rebuild(cast.agent.pk, repair=True)
    assert step.defects["stale"] == 1
    assert documents(message) == kept


def test_s100_a_text_that_the_rules_cannot_handle_is_stored_found_by_plain_words_and_counted(
    cast: Cast,
) -> None:
    definition = value("SELECT pg_get_functiondef('mesh_search_words'::regproc)")
    execute(
        "CREATE OR REPLACE FUNCTION mesh_search_words(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE "
        "AS $$ BEGIN RAISE EXCEPTION 'no'; END $$"
    )
    cast.says(cast.ana, cast.launch, "text that cannot be handled")
    execute(definition.replace("%", "%%"))
    (step,) = rebuild(cast.agent.pk, repair=False)
    assert step.defects["plain"] == 1
    assert ask_ben(cast, "text") == ["text that cannot be handled"]


@pytest.mark.parametrize(
    "body", ["quarterly topic", "naïve cfg.render_mode 🎉", "long " * 3000, "", "東京 v1.2"]
)
def test_s101_trigger_and_rebuild_make_the_same_rows(body: str, cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, body)
    kept = documents(message)
    execute("DELETE FROM message_search_documents WHERE message_event_id = %(id)s::bigint", id=message.pk)
    assert sum(step.defects["missing"] for step in rebuild(cast.agent.pk, repair=True)) == 1
    assert documents(message) == kept


def test_s142_a_message_cannot_be_moved_to_another_agent_so_no_copy_can_be_stale(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "alpha")
    other = AgentFactory.create()
    with pytest.raises(Error), transaction.atomic():
        execute(
            "UPDATE message_events SET runtime_agent_id = %(agent)s::bigint WHERE id = %(id)s::bigint",
            agent=other.pk,
            id=message.pk,
        )
    watched = (
        "SELECT tgattr::text FROM pg_trigger WHERE tgname IN ('message_events_index', 'message_events_guard')"
    )
    assert column(watched) == ["", ""], "the triggers fire on every column"
    assert ask_ben(cast, "alpha") == ["alpha"]
