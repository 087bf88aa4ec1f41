"""Who asks never approves, and what is approved is what was read."""

import pytest

from conversation_search.erasure import requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.requests import NewRequest
from conversation_search.errors import Conflict, InvalidArgument, NotFound
from tests.cast import Cast
from tests.database import column
from tests.erasure.asked import (
    OMAR,
    REASON,
    RITA,
    again,
    approve,
    ask_for_message,
    ask_for_person,
    choose,
    only_descendant,
)
from tests.factories import ReplyFactory
from tests.factories.messages import FIRST_SENT


def test_whoever_asked_does_not_approve(cast: Cast) -> None:
    request = ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum"))
    for approved in (True, False):
        with pytest.raises(NotFound):
            requests.decide(request, RITA, request.version, is_approved=approved)
    assert again(request).status == "waiting"


def test_a_key_of_the_same_number_is_another_one(cast: Cast) -> None:
    request = ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum"))
    requests.decide(request, Who("api_key", RITA.number, "mesh_x"), request.version, is_approved=True)
    assert again(request).status == "approved"


def test_it_is_decided_once(cast: Cast) -> None:
    request = ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum"))
    requests.decide(request, OMAR, request.version, is_approved=False)
    with pytest.raises(Conflict):
        requests.decide(request, OMAR, request.version, is_approved=True)
    assert again(request).status == "refused"


def test_what_was_changed_since_it_was_read_is_not_approved(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    read = ask_for_message(cast, message)
    choose(read, only_descendant(read), "release", "it says nothing of hers")
    with pytest.raises(Conflict):
        requests.decide(read, OMAR, read.version, is_approved=True)
    assert approve(read).status == "approved"


def test_nothing_is_chosen_after_the_decision(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    request = approve(ask_for_message(cast, message))
    with pytest.raises(Conflict):
        choose(request, only_descendant(request), "erase")
    with pytest.raises(Conflict):
        requests.withdraw(request, RITA)


def test_whoever_asked_takes_it_back_and_nobody_else(cast: Cast) -> None:
    request = ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum"))
    with pytest.raises(NotFound):
        requests.withdraw(request, OMAR)
    requests.withdraw(request, RITA)
    assert again(request).status == "withdrawn"
    with pytest.raises(Conflict):
        requests.decide(request, OMAR, request.version, is_approved=True)


def test_every_step_is_written_down_with_whoever_took_it(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "erase")
    approve(request)
    steps = column(
        "SELECT what || ' ' || who FROM erasure_events WHERE request_id = %(id)s::bigint ORDER BY id",
        id=request.request_id,
    )
    assert steps == ["asked rita", "chosen rita", "approved omar"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"kind": "message"},
        {"kind": "person"},
        {"kind": "conversation"},
        {"kind": "time_range"},
        {"kind": "message", "message_id": 1, "actor_id": 1},
        {"kind": "time_range", "sent_after": FIRST_SENT, "conversation_id": 1},
        {"kind": "time_range", "sent_after": FIRST_SENT, "sent_before": FIRST_SENT},
        {"kind": "message", "message_id": 1, "reason": "why not"},
        {"kind": "message", "message_id": 1, "reason": "x" * 501},
    ],
)
def test_what_means_nothing_is_not_asked_for(cast: Cast, wanted: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        requests.ask(NewRequest(cast.agent.pk, **{"reason": REASON, **wanted}), RITA)  # type: ignore[arg-type]


def test_what_another_agent_has_is_not_found(cast: Cast) -> None:
    other = Cast.assemble()
    theirs = other.says(other.ana, other.launch, "plum")
    for wanted in (
        {"kind": "message", "message_id": theirs.pk},
        {"kind": "person", "actor_id": other.ana.pk},
        {"kind": "conversation", "conversation_id": other.launch.pk},
    ):
        with pytest.raises(NotFound):
            requests.ask(NewRequest(cast.agent.pk, reason=REASON, **wanted), RITA)  # type: ignore[arg-type]


def test_a_request_of_another_agent_is_not_found(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "plum")
    request = ask_for_person(cast, cast.ana)
    with pytest.raises(NotFound):
        requests.find(request.request_id, Cast.assemble().agent.pk)
