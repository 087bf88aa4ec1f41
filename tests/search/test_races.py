"""What happens to a search while others write: what it shows is judged in the moment in which it is read."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from conversation_search.errors import DisclosureDenied
from conversation_search.models import MessageEvent, Run
from conversation_search.retrieval import hydration
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.database import PATIENCE_SECONDS, session
from tests.search.asking import (
    NOW,
    ask,
    delete,
    edit,
    found,
    hit_ids,
    in_own_connection,
    last_audit,
    ledger,
    list_members,
    shown_texts,
    texts,
)
from tests.search.crowd import say_all

DELETE = "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s"
EDIT = "UPDATE message_events SET body = 'the decision', edited_at = now() WHERE id = %(id)s"
SAY = """
INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
VALUES (%(agent_id)s, %(room_id)s, %(actor_id)s, '2026-03-02', 'migration') RETURNING id
"""
VOUCH = """
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT event.id, event.runtime_agent_id, event.conversation_id, event.sent_at, known.audience_id, known.class_id
FROM message_events AS event, message_source_evidence AS known
WHERE event.id = %(id)s AND known.message_event_id = %(like_id)s
"""


@pytest.fixture
def cast(committed_cast: Cast) -> Cast:
    """Let every test here commit."""
    return committed_cast


@pytest.fixture
def message(cast: Cast) -> MessageEvent:
    """Let Ana say when the migration is, in #launch."""
    return cast.says(cast.ana, cast.launch, "the migration is on friday")


@pytest.fixture
def run(cast: Cast) -> Run:
    """Open a run in Ben's direct message."""
    return cast.asks(cast.ben, cast.dm_ben)


def between_search_and_reading(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], None]) -> None:
    """Do something once, in another transaction, after a search has found its ids and before it reads them."""
    load, pending = hydration.load, [deed]

    def load_afterwards(*arguments: Any) -> hydration.Page:  # noqa: ANN401 - passed on as they are
        if pending:
            with ThreadPoolExecutor(1) as pool:
                pool.submit(in_own_connection, pending.pop()).result(PATIENCE_SECONDS)
        return load(*arguments)

    monkeypatch.setattr(hydration, "load", load_afterwards)


def test_a_message_is_found_as_soon_as_it_is_committed(cast: Cast, message: MessageEvent, run: Run) -> None:
    with session() as other:
        where = {"agent_id": cast.agent.pk, "room_id": cast.launch.pk, "actor_id": cast.ana.pk}
        fresh = other.value(SAY, **where)
        other.rows(VOUCH, id=fresh, like_id=message.pk)
        assert found(cast.asks(cast.ben, cast.dm_ben)) == [message.body]
        other.commit()
    assert fresh in hit_ids(run, ask(run))


def test_a_deletion_that_is_not_committed_changes_nothing_and_waits_for_nobody(
    message: MessageEvent, run: Run
) -> None:
    with session() as other:
        other.rows(DELETE, id=message.pk)
        assert found(run) == [message.body]
        other.commit()
    assert not delivery.recheck(run.runtime_agent_id, run.pk, NOW).deliverable


def test_an_edit_that_is_not_committed_changes_nothing_and_waits_for_nobody(
    cast: Cast, message: MessageEvent, run: Run
) -> None:
    with session() as other:
        other.rows(EDIT, id=message.pk)
        assert found(run) == [message.body]
        other.commit()
    assert found(cast.asks(cast.ben, cast.dm_ben)) == []
    assert found(cast.asks(cast.ben, cast.dm_ben), "decision") == ["the decision"]


def test_a_message_deleted_during_the_search_is_not_shown_and_the_next_takes_its_place(
    cast: Cast, message: MessageEvent, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.says(cast.ana, cast.launch, "a migration was moved once before" + " and so on" * 20)
    between_search_and_reading(monkeypatch, lambda: delete(message))
    shown = texts(ask(run, limit=1))
    assert len(shown) == 1
    assert "moved once before" in shown[0]
    assert message.pk not in ledger(run)
    assert last_audit(run).is_balanced


def test_a_neighbour_deleted_during_the_search_is_not_shown(
    cast: Cast, message: MessageEvent, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plum = cast.says(cast.ana, cast.launch, "my key is plum")
    between_search_and_reading(monkeypatch, lambda: delete(plum))
    assert shown_texts(ask(run)) == [message.body]


def test_a_message_edited_during_the_search_is_shown_in_one_revision(
    message: MessageEvent, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    between_search_and_reading(monkeypatch, lambda: edit(message, "the migration is off"))
    assert texts(ask(run, key="call-1")) == ["the migration is off"]
    assert texts(ask(run, key="call-1")) == ["the migration is off"]


@pytest.mark.privacy
def test_a_reader_who_joins_during_the_search_is_a_reader_of_its_answer(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.says(cast.ana, cast.dm_ana, "the migration is a secret")
    run = cast.asks(cast.ana, cast.dm_ana)
    between_search_and_reading(monkeypatch, lambda: list_members(cast.dm_ana, "ana", "ben"))
    assert ask(run)["hits"] == []
    assert ledger(run) == []


@pytest.mark.privacy
def test_a_membership_change_between_search_and_reply_denies_what_was_shown(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "the migration is a secret")
    run = cast.asks(cast.ana, cast.dm_ana)
    assert hit_ids(run, ask(run)) == [secret.pk]
    list_members(cast.dm_ana, "ana", "ben")
    judgement = delivery.recheck(run.runtime_agent_id, run.pk, NOW)
    assert [(one.message_id, one.rule) for one in judgement.denied] == [(secret.pk, "audience")]
    with pytest.raises(DisclosureDenied):
        delivery.reply(run.runtime_agent_id, run.pk, "as you said", NOW)


def test_a_reply_waits_for_a_running_search_and_carries_what_it_showed(
    message: MessageEvent, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()
    load = hydration.load

    def load_slowly(*arguments: Any) -> hydration.Page:  # noqa: ANN401 - passed on as they are
        reading.set()
        assert go_on.wait(PATIENCE_SECONDS)
        return load(*arguments)

    monkeypatch.setattr(hydration, "load", load_slowly)
    with ThreadPoolExecutor(2) as pool:
        search = pool.submit(in_own_connection, lambda: ask(run))
        assert reading.wait(PATIENCE_SECONDS)
        reply = pool.submit(
            in_own_connection, lambda: delivery.reply(run.runtime_agent_id, run.pk, "on friday", NOW)
        )
        threading.Event().wait(0.2)
        assert not reply.done()
        go_on.set()
        assert search.result(PATIENCE_SECONDS)["count"] == 1
        assert reply.result(PATIENCE_SECONDS).history_message_ids == (message.pk,)


def test_searches_of_two_runs_do_not_wait_for_each_other(cast: Cast, message: MessageEvent, run: Run) -> None:
    say_all(cast.ana, cast.launch, ["migration"] * 5)
    with session() as other:
        other.rows("SELECT 1 FROM runs WHERE id = %(id)s FOR UPDATE", id=cast.asks(cast.ben, cast.dm_ben).pk)
        assert message.body in found(run)
