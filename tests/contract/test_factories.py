"""The test kit itself: what the factories make is what the product would store."""

import pytest

from conversation_search.models import MessageSourceEvidence
from tests.cast import Cast
from tests.database import column, session, value
from tests.factories import (
    EvidenceFactory,
    LedgerEntryFactory,
    MessageFactory,
    ReplyFactory,
    SearchEventFactory,
)

ALLOWED = "SELECT mesh_allowed_audiences(%(run_id)s::bigint)"


def test_a_message_of_a_public_channel_has_the_workspace_as_its_audience(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    assert message.evidence.audience.visibility == "workspace"
    assert message.evidence.disclosure_class is not None
    assert message.evidence.disclosure_class.audience_ids == [message.evidence.audience_id]


def test_a_private_room_lists_its_humans_without_the_agent(cast: Cast) -> None:
    assert cast.says(cast.ana, cast.board, "hello").evidence.audience.readers == ["ana", "ben"]


def test_a_message_of_the_agents_account_has_no_evidence(cast: Cast) -> None:
    message = cast.says(cast.mesh, cast.launch, "an echo")
    assert not MessageSourceEvidence.objects.filter(pk=message.pk).exists()


def test_a_reply_carries_the_audiences_of_its_sources(cast: Cast) -> None:
    source = cast.says(cast.ana, cast.dm_ana, "a secret")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source])
    assert reply.evidence.disclosure_class is not None
    assert set(reply.evidence.disclosure_class.audience_ids) == {
        source.evidence.audience_id,
        reply.evidence.audience_id,
    }


def test_evidence_can_come_later(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello", evidence=False)
    assert EvidenceFactory.create(message_event=message).audience.visibility == "workspace"


def test_a_run_may_show_what_its_room_may_read(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    assert column(ALLOWED, run_id=cast.asks(cast.ana, cast.dm_ana).pk) == [message.evidence.audience_id]


@pytest.mark.django_db
def test_every_factory_makes_what_it_needs() -> None:
    assert LedgerEntryFactory.create().message_event.evidence is not None
    assert SearchEventFactory.create().run.requester is None


@pytest.mark.usefixtures("committed")
def test_a_committed_row_is_seen_by_another_connection() -> None:
    message = MessageFactory.create()
    with session() as other:
        assert other.value("SELECT body FROM message_events WHERE id = %(id)s", id=message.pk) == message.body
    assert value("SELECT count(*) FROM message_events WHERE id = %(id)s::bigint", id=message.pk) == 1
