"""Who reads a room, as origin and as destination, and what a run there may show: random rooms against the oracle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.oracle import may_be_disclosed
from tests.contract.worlds import PEOPLE, Installed, State, allowed_audiences, states

pytestmark = pytest.mark.django_db

REQUESTERS = st.none() | st.sampled_from(PEOPLE)


@settings(max_examples=40, deadline=None)
@given(state=states(), requester=REQUESTERS)
def test_the_readers_of_every_room_are_those_of_the_contract(state: State, requester: str | None) -> None:
    installed = Installed(joiners=False)
    installed.become(state)
    asking = state.person(requester) if requester else None
    for room in state.rooms:
        assert installed.origin(room) == room.origin()
        assert installed.destination(room, asking) == room.destination(asking)


@settings(max_examples=40, deadline=None)
@given(data=st.data(), joiners=st.booleans(), requester=REQUESTERS)
def test_a_run_may_show_what_the_room_was_opened_for_and_what_it_is_now(
    data: st.DataObject, *, joiners: bool, requester: str | None
) -> None:
    then = data.draw(states(joiners=joiners))
    now = data.draw(states(earlier=then, joiners=joiners))
    installed = Installed(joiners=joiners)
    installed.become(then)
    stored = {room.conversation: installed.intern_origin(room) for room in then.rooms}
    asked_then = then.person(requester) if requester else None
    runs = [installed.open_run(room, asked_then) for room in then.rooms]
    installed.become(now)
    asked_now = now.person(requester) if requester else None
    for run_id, room_then, room_now in zip(runs, then.rooms, now.rooms, strict=True):
        destinations = (room_then.destination(asked_then), room_now.destination(asked_now))
        expected = {
            stored[sent.conversation]
            for sent, sent_now in zip(then.rooms, now.rooms, strict=True)
            if stored[sent.conversation] is not None
            and may_be_disclosed(sent.origin(), sent_now, destinations)
        }
        # What a room was in between is stored too, for what arrives late.
        assert allowed_audiences(run_id) & set(stored.values()) == expected


@settings(max_examples=20, deadline=None)
@given(state=states())
def test_only_an_audience_whose_readers_are_known_is_stored(state: State) -> None:
    installed = Installed(joiners=False)
    installed.become(state)
    for room in state.rooms:
        origin = room.origin()
        is_known = origin.visibility != "members" or origin.readers is not None
        assert (installed.intern_origin(room) is not None) is is_known
