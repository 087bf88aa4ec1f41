"""The search index can always be compared with the messages, and mended."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.cast import Cast
from tests.database import execute, rows

DAMAGE = {
    "old version": "tokenizer_version = 99",
    "other words": "tsv = 'other'::tsvector",
    "other class": "class_id = NULL",
    "other audience": "audience_id = NULL",
    "other chunk": "chunk = 7",
}


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
        "SELECT chunk, tsv::text, audience_id, class_id, tokenizer_version FROM message_search_documents "
        "WHERE message_event_id = %(message)s::bigint ORDER BY chunk",
        message=message_id,
    )


def test_an_index_kept_by_triggers_has_no_defect(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "quarterly topic")
    cast.says(cast.ana, cast.board, "long " * 3000)
    assert counts(cast, "--check") == {"messages": 2, "missing": 0, "stale": 0, "orphan": 0, "plain": 0}


def test_trigger_and_rebuild_make_the_same_rows(cast: Cast) -> None:
    messages = [
        cast.says(cast.ana, cast.launch, body)
        for body in ("quarterly topic", "", "x " * 9000, "naïve 🎉 東京")
    ]
    kept = [documents(message.pk) for message in messages]
    remove(cast)
    assert counts(cast)["missing"] == 4
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
        "CREATE OR REPLACE FUNCTION mesh_search_normalize(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS "
        "$$ BEGIN IF content LIKE '%%cursed%%' THEN RAISE EXCEPTION 'no'; END IF; RETURN lower(content); END $$"
    )
    message = cast.says(cast.ana, cast.launch, "cursed text")
    assert counts(cast, "--dry-run")["plain"] == 1
    assert "'text'" in str(documents(message.pk))
