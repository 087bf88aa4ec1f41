"""An approved erasure takes what is meant out of every store; nothing that comes late brings it back."""

from datetime import timedelta

import pytest

from conversation_search.erasure import execution, requests
from conversation_search.errors import Conflict
from conversation_search.indexing.rebuild import rebuild
from conversation_search.managers.messages import FIND_KNOWN_MESSAGES
from conversation_search.models import MessageEvent
from tests.cast import Cast
from tests.database import column, value
from tests.erasure.asked import (
    RITA,
    again,
    approve,
    ask_for_message,
    ask_for_person,
    ask_for_room,
    ask_for_times,
    body_of,
    carry_out,
    count,
    erase,
    states,
)
from tests.factories import LinkFactory, ReplyFactory
from tests.factories.messages import FIRST_SENT
from tests.ingest.said import said, store_one
from tests.runs.turns import delete


def test_a_message_is_erased_with_its_index_and_its_words(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plumquat")
    request = erase(ask_for_message(cast, message))
    assert body_of(message) is None
    assert count("message_search_documents", "message_event_id", message.pk) == 0
    assert column("SELECT word FROM search_vocabulary WHERE word = 'plumquat'") == []
    assert (request.status, states(request)) == ("erased", [(message.pk, "erased")])


def test_a_person_is_erased_and_nobody_else(cast: Cast) -> None:
    hers = [cast.says(cast.ana, room, "mine") for room in (cast.launch, cast.dm_ana, cast.board)]
    other = cast.says(cast.ben, cast.launch, "his")
    erase(ask_for_person(cast, cast.ana))
    assert [body_of(one) for one in hers] == [None, None, None]
    assert body_of(other) == "his"


def test_linked_accounts_are_meant_after_they_were_confirmed_and_not_before(cast: Cast) -> None:
    LinkFactory.create(accounts=(cast.ana, cast.otto))
    here, there = cast.says(cast.ana, cast.dm_ana, "here"), cast.says(cast.otto, cast.dm_otto, "there")
    request = ask_for_person(cast, cast.ana)
    offered = {one.actor_id: one.is_meant for one in requests.linked_accounts(request)}
    assert offered == {cast.ana.pk: True, cast.otto.pk: False}
    assert states(request) == [(here.pk, "pending")]
    requests.include_linked(request.request_id, cast.agent.pk, RITA)
    erase(again(request))
    assert (body_of(here), body_of(there)) == (None, None)


def test_a_room_is_erased_whoever_spoke_there(cast: Cast) -> None:
    there = [cast.says(one, cast.board, "there") for one in (cast.ana, cast.ben)]
    elsewhere = cast.says(cast.ana, cast.launch, "elsewhere")
    erase(ask_for_room(cast, cast.board))
    assert [body_of(one) for one in (*there, elsewhere)] == [None, None, "elsewhere"]


def test_a_time_is_erased_from_its_start_to_before_its_end(cast: Cast) -> None:
    hours = [FIRST_SENT + timedelta(hours=hour) for hour in range(4)]
    said_then = [cast.says(cast.ana, cast.launch, "then", sent_at=hour) for hour in hours]
    erase(ask_for_times(cast, sent_after=hours[1], sent_before=hours[3]))
    assert [body_of(one) for one in said_then] == ["then", None, None, "then"]


def test_times_narrow_what_else_is_meant(cast: Cast) -> None:
    hours = [FIRST_SENT + timedelta(hours=hour) for hour in range(2)]
    old, new = (cast.says(cast.ana, cast.launch, "then", sent_at=hour) for hour in hours)
    other = cast.says(cast.ben, cast.launch, "then", sent_at=hours[0])
    erase(ask_for_person(cast, cast.ana, sent_before=hours[1]))
    assert [body_of(one) for one in (old, new, other)] == [None, "then", "then"]


def test_what_is_said_after_it_was_asked_is_not_meant(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "before")
    request = ask_for_person(cast, cast.ana)
    later = cast.says(cast.ana, cast.launch, "later")
    erase(request)
    assert body_of(later) == "later"


def test_another_perspective_keeps_what_it_was_told(cast: Cast) -> None:
    other = Cast.assemble()
    theirs = other.says(other.ana, other.launch, "theirs")
    cast.says(cast.ana, cast.launch, "ours")
    erase(ask_for_times(cast, sent_before=FIRST_SENT + timedelta(days=9000)))
    assert body_of(theirs) == "theirs"


def test_nothing_is_erased_before_it_was_approved(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "still here")
    request = ask_for_message(cast, message)
    with pytest.raises(Conflict):
        list(execution.execute(request))
    assert body_of(message) == "still here"


def test_executing_twice_is_the_same_as_once(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    request = erase(ask_for_message(cast, message))
    assert carry_out(request).deleted_rows() == request.deleted_rows()
    assert request.deleted_rows()["messages"] == 1


def test_it_goes_in_batches_and_tells_how_far_it_is(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversation_search.limits.ERASURE_BATCH", 2)
    for _ in range(5):
        cast.says(cast.ana, cast.launch, "plum")
    request = approve(ask_for_person(cast, cast.ana))
    told = [(one.done, one.total) for one in execution.execute(request)]
    assert told == [(0, 5), (2, 5), (4, 5), (5, 5)]


def test_a_message_its_platform_deleted_before_is_erased_as_well(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    delete(message)
    erase(ask_for_message(cast, message))
    assert body_of(message) is None


def test_the_echo_of_a_reply_is_erased_with_it(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.launch, "plum")
    echo = cast.says(cast.mesh, cast.launch, "as I heard", external_message_id="p1")
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, sources=[source])
    reply.deliveries.create(
        runtime_agent=cast.agent, conversation=cast.launch, external_message_id="p1", message_event=reply
    )
    erase(ask_for_message(cast, reply))
    assert (body_of(reply), body_of(echo), body_of(source)) == (None, None, "plum")


@pytest.mark.parametrize("text", ["again", None])
def test_a_worker_that_comes_late_finds_nothing_to_resurrect(cast: Cast, text: str | None) -> None:
    first = store_one(cast, said("my key is plum"))
    message = MessageEvent.objects.get(pk=first.message_id or 0)
    erase(ask_for_message(cast, message))
    assert body_of(message) is None
    late = store_one(cast, said(text))
    assert (late.status, late.code, late.message_id) == ("rejected", "deleted", None)
    assert value("SELECT count(*) FROM message_events WHERE body <> ''") == 0


def test_an_echo_that_comes_late_finds_nothing_to_resurrect(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh)
    reply.deliveries.create(
        runtime_agent=cast.agent, conversation=cast.launch, external_message_id="p1", message_event=reply
    )
    erase(ask_for_message(cast, reply))
    late = store_one(cast, said("as I heard", id="p1", sender="mesh-agent"))
    assert (late.status, late.code) == ("rejected", "deleted")


def test_a_rebuild_of_the_index_brings_nothing_back(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    erase(ask_for_message(cast, message))
    list(rebuild(cast.agent.pk, repair=True))
    assert count("message_search_documents", "message_event_id", message.pk) == 0


def test_another_message_stands_for_a_word_whose_witness_was_erased(cast: Cast) -> None:
    first, second = (cast.says(cast.ana, cast.launch, "the plumquat is ripe") for _ in range(2))
    erase(ask_for_message(cast, first))
    witnesses = column("SELECT message_event_id FROM search_vocabulary WHERE word = 'plumquat'")
    assert witnesses == [second.pk]


def test_what_is_meant_and_what_was_built_on_it_is_gathered_in_batches(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conversation_search.limits.ERASURE_GATHER_BATCH", 2)
    said_before = [cast.says(cast.ana, cast.launch, "plum") for _ in range(5)]
    replies = [ReplyFactory.create(conversation=cast.launch, sources=[one]) for one in said_before]
    request = ask_for_person(cast, cast.ana)
    assert states(request) == [(one.pk, "pending") for one in (*said_before, *replies)]
    assert request.status == "waiting"


def test_a_request_lists_so_many_of_its_steps_and_no_more(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conversation_search.limits.ERASURE_EVENTS_SHOWN", 2)
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    assert [step.what for step in requests.steps(request.request_id)] == ["asked", "approved"]


def test_an_agent_of_which_nothing_was_erased_pays_for_no_fingerprint(cast: Cast) -> None:
    plan = "\n".join(
        column(
            "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) "
            + FIND_KNOWN_MESSAGES.sql.replace("%%", "%"),
            conversation_id=cast.launch.pk,
            external_message_ids=["m1", "m2"],
        )
    )
    assert "One-Time Filter" in plan
    assert "never executed" in plan
