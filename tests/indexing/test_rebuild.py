"""The search index can always be compared with the messages, and mended."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.cast import Cast
from tests.database import column, execute, rows, session
from tests.search.asking import delete, edit

DAMAGE = {
    "old version": "tokenizer_version = 99",
    "other words": "tsv = 'other'::tsvector",
    "other written words": "exact_tsv = NULL",
    "other class": "class_id = NULL",
    "other audience": "audience_id = NULL",
    "other chunk": "chunk = 7",
}


SAY = """
INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
SELECT room.runtime_agent_id, room.id, %(actor)s::bigint, 'beside', now(), %(body)s::text
FROM conversations AS room WHERE room.id = %(room)s::bigint
"""


def damage(cast: Cast, message_id: int, what: str) -> None:
    """Change the documents of a message behind the triggers' back."""
    where = "runtime_agent_id = %(agent)s::bigint AND message_event_id = %(message)s::bigint"
    statement = f"UPDATE message_search_documents SET {DAMAGE[what]} WHERE {where}"  # noqa: S608 - our own words
    execute(statement, agent=cast.agent.pk, message=message_id)


def remove(cast: Cast) -> None:
    """Remove every document of the cast's agent."""
    execute(
        "DELETE FROM message_search_documents WHERE runtime_agent_id = %(agent)s::bigint", agent=cast.agent.pk
    )


def counts(cast: Cast, *flags: str) -> dict[str, int]:
    """Run the command for the cast's agent and return what it counted."""
    out = StringIO()
    call_command("rebuild_search_documents", "--agent", cast.agent.slug, "--json", *flags, stdout=out)
    found: dict[str, int] = json.loads(out.getvalue())[cast.agent.slug]
    return found


def documents(message_id: int) -> list[tuple[Any, ...]]:
    """Return the documents of a message."""
    return rows(
        "SELECT chunk, tsv::text, exact_tsv::text, audience_id, class_id, tokenizer_version "
        "FROM message_search_documents WHERE message_event_id = %(message)s::bigint ORDER BY chunk",
        message=message_id,
    )


def test_an_index_kept_by_triggers_has_no_defect(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "quarterly topic")
    cast.says(cast.ana, cast.board, "long " * 3000)
    assert counts(cast, "--check") == {"messages": 2, "missing": 0, "stale": 0, "orphan": 0, "plain": 0}


def test_trigger_and_rebuild_make_the_same_rows(cast: Cast) -> None:
    messages = [
        cast.says(cast.ana, cast.launch, body)
        for body in ("quarterly topic", "", "x " * 9000, "naïve 🎉 東京", "error ok " * 300)
    ]
    kept = [documents(message.pk) for message in messages]
    remove(cast)
    assert counts(cast)["missing"] == 5
    assert [documents(message.pk) for message in messages] == kept


@pytest.mark.parametrize("what", DAMAGE)
def test_a_stale_document_is_found_and_mended(cast: Cast, what: str) -> None:
    message = cast.says(cast.ana, cast.launch, "quarterly topic")
    kept = documents(message.pk)
    damage(cast, message.pk, what)
    assert counts(cast)["stale"] == 1
    assert documents(message.pk) == kept


def test_a_dry_run_and_a_check_change_nothing(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "quarterly topic")
    remove(cast)
    assert counts(cast, "--dry-run")["missing"] == 1
    with pytest.raises(CommandError):
        counts(cast, "--check")
    assert documents(message.pk) == []


def test_a_document_left_of_a_deleted_message_is_removed(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    execute(
        "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint", id=message.pk
    )
    execute(
        "INSERT INTO message_search_documents (runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, "
        "sent_at, word_count, tokenizer_version, tsv) "
        "SELECT runtime_agent_id, id, 0, conversation_id, actor_id, sent_at, 1, 1, 'plum' FROM message_events "
        "WHERE id = %(id)s::bigint",
        id=message.pk,
    )
    assert counts(cast)["orphan"] == 1
    assert documents(message.pk) == []


def test_an_interrupted_rebuild_goes_on_where_it_was(cast: Cast) -> None:
    first, second = (cast.says(cast.ana, cast.launch, body) for body in ("one", "two"))
    execute(
        "INSERT INTO indexing_progress (runtime_agent_id, last_message_id, tokenizer_version) "
        "VALUES (%(agent)s::bigint, %(last)s::bigint, mesh_tokenizer_version())",
        agent=cast.agent.pk,
        last=first.pk,
    )
    assert counts(cast)["messages"] == 1
    assert counts(cast)["messages"] == 2
    assert documents(second.pk)


@pytest.mark.django_db
def test_an_unknown_agent_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(CommandError, match="issue_api_key"):
        call_command("rebuild_search_documents", "--agent", "nobody")


def test_text_that_the_rules_cannot_handle_is_stored_and_counted(cast: Cast) -> None:
    execute(
        "CREATE OR REPLACE FUNCTION mesh_search_words(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS "
        "$$ BEGIN IF content LIKE '%%cursed%%' THEN RAISE EXCEPTION 'no'; END IF; RETURN lower(content); END $$"
    )
    message = cast.says(cast.ana, cast.launch, "cursed text")
    assert counts(cast, "--dry-run")["plain"] == 1
    assert "'text'" in str(documents(message.pk))


def words(cast: Cast) -> list[str]:
    """Return the vocabulary of the cast's agent."""
    return column(
        "SELECT word FROM search_vocabulary WHERE runtime_agent_id = %(agent)s::bigint ORDER BY word",
        agent=cast.agent.pk,
    )


def test_the_vocabulary_holds_words_and_no_numbers_and_each_once(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "Quarterly topics, PLN-3705 build42 and 東京 in Q3")
    cast.says(cast.ben, cast.launch, "quarterly RENDER")
    assert words(cast) == ["quarterly", "render", "topics"]


def test_a_word_is_forgotten_with_the_last_message_that_holds_it(cast: Cast) -> None:
    first, second = (cast.says(cast.ana, cast.launch, body) for body in ("plum cherry", "cherry"))
    delete(first)
    assert words(cast) == ["cherry"]
    delete(second)
    assert words(cast) == []


def test_an_edit_forgets_and_adds_words(cast: Cast) -> None:
    edit(cast.says(cast.ana, cast.launch, "plum cherry"), "cherry quince")
    assert words(cast) == ["cherry", "quince"]


def test_missing_and_left_over_words_are_found_and_mended(cast: Cast) -> None:
    said, gone = (cast.says(cast.ana, cast.launch, body) for body in ("quarterly topic", "secret"))
    execute("DELETE FROM search_vocabulary WHERE message_event_id = %(id)s::bigint", id=said.pk)
    delete(gone)
    execute(
        "INSERT INTO search_vocabulary VALUES (%(agent)s::bigint, %(id)s::bigint, 'secret')",
        agent=cast.agent.pk,
        id=gone.pk,
    )
    found = counts(cast)
    assert (found["stale"], found["orphan"]) == (1, 1)
    assert words(cast) == ["quarterly", "topic"]
    assert counts(cast, "--check")["stale"] == 0


@pytest.mark.usefixtures("committed")
def test_two_writers_of_one_new_word_do_not_wait_for_each_other() -> None:
    cast = Cast.assemble()
    with session() as other:
        other.rows(SAY, room=cast.launch.pk, actor=cast.ben.pk, body="plum of today")
        cast.says(cast.ana, cast.launch, "plum of yesterday")
        assert words(cast) == ["plum", "yesterday"]
        other.commit()
    assert words(cast) == ["plum", "plum", "today", "yesterday"]
