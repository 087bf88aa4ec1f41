"""Each store is emptied by its own eraser: a test a store, which fails when that eraser is left out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from conversation_search.erasure import registry
from conversation_search.erasure.registry import Batch
from tests.cast import Cast
from tests.database import execute, value
from tests.erasure.asked import ask_for_message, body_of, choose, count, erase, only_descendant
from tests.factories import MemoryFactory, ReplyFactory
from tests.runs.turns import delete

STRAY_DOCUMENT: Final = """
INSERT INTO message_search_documents
(runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, sent_at, word_count, tokenizer_version, tsv)
SELECT runtime_agent_id, id, 0, conversation_id, actor_id, sent_at, 1, 2, to_tsvector('plumquat')
FROM message_events WHERE id = %(id)s::bigint
"""
STRAY_WORD: Final = """
INSERT INTO search_vocabulary (runtime_agent_id, message_event_id, word)
SELECT runtime_agent_id, id, 'plumquat' FROM message_events WHERE id = %(id)s::bigint
"""


def test_what_was_said_is_erased(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    erase(ask_for_message(cast, message))
    assert body_of(message) == ""


def test_a_reply_that_was_chosen_is_erased(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message], body="your key is plum")
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "erase")
    erase(request)
    assert body_of(reply) in {"", None}


def test_a_memory_that_was_chosen_is_erased(cast: Cast) -> None:
    message, other = (cast.says(cast.ana, cast.launch, "my key is plum") for _ in range(2))
    memory = MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[message, other], body="plum")
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "erase")
    erase(request)
    assert value("SELECT count(*) FROM memories WHERE id = %(id)s::bigint AND body <> ''", id=memory.pk) == 0


def test_a_document_that_was_left_over_is_erased(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    delete(message)
    execute(STRAY_DOCUMENT, id=message.pk)
    erase(ask_for_message(cast, message))
    assert count("message_search_documents", "message_event_id", message.pk) == 0


def test_a_word_that_was_left_over_is_erased(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    delete(message)
    execute(STRAY_WORD, id=message.pk)
    erase(ask_for_message(cast, message))
    assert count("search_vocabulary", "message_event_id", message.pk) == 0


NAMED: Final[dict[str, Callable[[Cast], None]]] = {
    "messages": test_what_was_said_is_erased,
    "replies": test_a_reply_that_was_chosen_is_erased,
    "memories": test_a_memory_that_was_chosen_is_erased,
    "search_documents": test_a_document_that_was_left_over_is_erased,
    "vocabulary": test_a_word_that_was_left_over_is_erased,
}


def _nothing(_batch: Batch) -> None:
    """Erase nothing."""


def test_every_store_has_a_test_that_is_named_for_it() -> None:
    assert set(NAMED) == {store.name for store in registry.STORES}


@pytest.mark.parametrize("store", NAMED)
def test_skip_one_store_is_caught_by_the_test_that_is_named_for_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, store: str
) -> None:
    stores = [replace(one, erase=_nothing) if one.name == store else one for one in registry.STORES]
    monkeypatch.setattr(registry, "STORES", tuple(stores))
    with pytest.raises(AssertionError):
        NAMED[store](cast)
