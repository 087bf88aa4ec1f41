"""Lineage that was closed when a reply was stored, against a plain recursive walk: neither wider nor narrower."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.oracle import message_allowed
from tests.contract.transcripts import STEPS, Step, Transcript
from tests.database import value

pytestmark = pytest.mark.django_db

TOGETHER = "SELECT mesh_messages_allowed(%(agent_id)s::bigint, %(ids)s::bigint[], %(allowed)s::bigint[])"


@settings(max_examples=80, deadline=None)
@given(steps=STEPS, data=st.data())
def test_class_filter_authority_and_plain_walk_agree_on_every_message(
    steps: list[Step], data: st.DataObject
) -> None:
    transcript = Transcript.begin()
    transcript.play(steps)
    known = transcript.audience_ids()
    allowed = data.draw(st.lists(st.sampled_from(known), unique=True)) if known else []
    for choice in (allowed, known):
        for message_id, by_class, by_authority, index_agrees in transcript.judged(choice):
            expected = message_allowed(transcript.graph, message_id, set(choice))
            assert (by_class or False, by_authority) == (expected, expected)
            assert index_agrees


@settings(max_examples=20, deadline=None)
@given(steps=STEPS)
def test_one_denied_message_denies_all_that_are_asked_about_together(steps: list[Step]) -> None:
    transcript = Transcript.begin()
    transcript.play(steps)
    known = transcript.audience_ids()
    ids = [message_id for message_id in transcript.graph if message_id > 0]
    expected = all(message_allowed(transcript.graph, message_id, set(known)) for message_id in ids)
    agent_id = transcript.rooms[0].runtime_agent_id
    assert value(TOGETHER, agent_id=agent_id, ids=ids, allowed=known) is expected
