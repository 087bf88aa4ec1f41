"""A reply beside another writer: whoever comes second sees what the first one left. Committed, on two connections."""

from functools import partial

import pytest
from django.db import transaction

from conversation_search.errors import DisclosureDenied
from conversation_search.models import MessageEvent
from tests.cast import Cast
from tests.database import execute, session, value
from tests.runs.threads import held_up_by, in_background
from tests.runs.turns import DELETE, EDIT, LIST, answer, evidence_of, is_searchable, shows

MARK_AGENT = "UPDATE actors SET is_agent = true WHERE id = %(id)s::bigint"
CLASS_SIZE = """
SELECT cardinality(class.audience_ids)
FROM message_source_evidence AS evidence
INNER JOIN disclosure_classes AS class ON class.id = evidence.class_id
WHERE evidence.message_event_id = %(id)s::bigint
"""


def test_a_deletion_racing_a_reply_and_first_leaves_no_reply(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    with session() as other:
        other.rows(DELETE, id=said.pk)
        reply = held_up_by(other, lambda: answer(run, "your key is plum"))
        other.commit()
        with pytest.raises(DisclosureDenied) as refused:
            reply.result()
    assert [(one.message_id, one.rule) for one in refused.value.denied] == [(said.pk, "deleted")]
    assert not MessageEvent.objects.filter(actor=cast.mesh).exists()


def test_a_deletion_racing_a_reply_and_second_withholds_the_reply(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    with session() as other:
        with transaction.atomic():
            stored = answer(run, "your key is plum")
            deletion = other.start(DELETE, id=said.pk)
            assert not deletion.done()
        deletion.result()
        other.commit()
    assert not is_searchable(stored.message_id)


def test_a_deletion_of_the_answered_message_racing_its_reply_withholds_the_reply(
    committed_cast: Cast,
) -> None:
    cast = committed_cast
    inbound = cast.says(cast.ana, cast.launch, "my key is plum")
    run = cast.asks(cast.ana, cast.launch, inbound_message=inbound)
    with session() as other:
        with transaction.atomic():
            stored = answer(run, "your key is plum")
            deletion = other.start(DELETE, id=inbound.pk)
            assert not deletion.done()
        deletion.result()
        other.commit()
    assert not is_searchable(stored.message_id)


@pytest.mark.privacy
def test_a_membership_change_racing_a_reply_and_first_leaves_no_reply(committed_cast: Cast) -> None:
    cast = committed_cast
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    run = shows(cast.asks(cast.ana, cast.dm_ana), secret)
    with session() as other:
        other.rows(LIST, id=cast.dm_ana.pk, members=["ana", "ben", "mesh-agent"])
        reply = held_up_by(other, lambda: answer(run))
        other.commit()
        with pytest.raises(DisclosureDenied):
            reply.result()


def test_a_membership_change_racing_a_reply_waits_for_it(committed_cast: Cast) -> None:
    cast = committed_cast
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    run = shows(cast.asks(cast.ana, cast.dm_ana), secret)
    with session() as other:
        with transaction.atomic():
            answer(run)
            change = other.start(LIST, id=cast.dm_ana.pk, members=["ana", "ben", "mesh-agent"])
            assert not change.done()
        change.result()
        other.commit()


def test_an_edit_racing_a_reply_and_first_narrows_the_reply(committed_cast: Cast) -> None:
    cast = committed_cast
    execute(LIST, id=cast.board.pk, members=["ana", "ben", "cleo", "mesh-agent"])
    said = cast.says(cast.ana, cast.board, "for three")
    execute(LIST, id=cast.board.pk, members=["ana", "ben", "mesh-agent"])
    run = shows(cast.asks(cast.ana, cast.board), said)
    with session() as other:
        other.rows(EDIT, id=said.pk, body="for two")
        reply = held_up_by(other, lambda: answer(run))
        other.commit()
        stored = reply.result()
    assert value(CLASS_SIZE, id=said.pk) == 2
    assert value(CLASS_SIZE, id=stored.message_id) == 2


def test_an_account_that_becomes_the_agents_while_a_reply_closes_leaves_nothing_untainted(
    committed_cast: Cast,
) -> None:
    cast = committed_cast
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    with session() as other:
        with transaction.atomic():
            stored = answer(run)
            marking = other.start(MARK_AGENT, id=cast.ben.pk)
            assert not marking.done()
        marking.result()
        other.commit()
    evidence = evidence_of(stored.message_id)
    assert evidence is not None
    assert evidence.disclosure_class_id is None


def test_two_replies_of_one_run_at_once_store_one(committed_cast: Cast) -> None:
    cast = committed_cast
    run = cast.asks(cast.ana, cast.launch)
    outcomes = [future.exception() for future in [in_background(lambda: answer(run)) for _ in range(4)]]
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", *["RunClosed"] * 3]
    assert MessageEvent.objects.filter(conversation=cast.launch).count() == 1


def test_replies_in_several_rooms_on_the_same_sources_do_not_wait_for_each_other(
    committed_cast: Cast,
) -> None:
    cast = committed_cast
    said = [cast.says(cast.ana, cast.launch, f"line {number}") for number in range(20)]
    first = shows(cast.asks(cast.ana, cast.launch), *said)
    others = [shows(cast.asks(None, room), *said[::-1]) for room in (cast.dm_ana, cast.dm_ben)]
    with transaction.atomic():
        answer(first)
        stored = [in_background(partial(answer, run)) for run in others]
        assert all(future.result(timeout=5).history_message_ids for future in stored)
