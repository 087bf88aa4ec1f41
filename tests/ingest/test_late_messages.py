"""What was sent before its room opened and arrives after: an attacker who can delay a message gains nothing by it."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from conversation_search.ingest import connectors, conversations
from conversation_search.ingest.records import (
    ConnectorRef,
    ExplicitAudience,
    IncomingConnector,
    IncomingConversation,
)
from conversation_search.managers.rooms import read_clock
from conversation_search.models import Conversation, MessageEvent, MessageSourceEvidence
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.ingest.said import SLACK, said, store_one

TEAMS = ConnectorRef("teams", "elsewhere")
HOUR = timedelta(hours=1)


def describe(
    cast: Cast,
    name: str,
    connector: ConnectorRef = SLACK,
    **described: Any,  # noqa: ANN401
) -> Conversation:
    """Describe a room, as it was at `as_of`."""
    as_of: datetime | None = described.pop("as_of", None)
    put = conversations.put(cast.agent.pk, connector, IncomingConversation(name, **described), as_of)
    return Conversation.objects.get(pk=put.conversation_id)


def arrives(
    cast: Cast,
    name: str,
    sent_at: datetime,
    **details: Any,  # noqa: ANN401
) -> MessageEvent:
    """Store a message that was sent then."""
    stored = store_one(cast, said("we sell in may", where=name, sent_at=sent_at, **details))
    assert stored.message_id is not None
    return MessageEvent.objects.get(pk=stored.message_id)


def shown_to_cleo(cast: Cast, message: MessageEvent) -> bool:
    """Tell whether a colleague who is in none of the rooms is shown it in her direct message."""
    return may_show(cast.asks(cast.cleo, cast.dm_cleo), message)


@pytest.mark.lineage
def test_text_of_a_private_room_does_not_become_workspace_text_by_arriving_late(cast: Cast) -> None:
    opened = read_clock() - HOUR
    describe(cast, "board", kind="public_channel", as_of=opened)
    assert not shown_to_cleo(cast, arrives(cast, "board", opened - HOUR))


def test_what_is_sent_after_a_room_opened_is_workspace_text(cast: Cast) -> None:
    opened = read_clock() - HOUR
    describe(cast, "board", kind="public_channel", as_of=opened)
    assert shown_to_cleo(cast, arrives(cast, "board", opened))


@pytest.mark.lineage
def test_an_opening_without_a_time_is_of_its_arrival(cast: Cast) -> None:
    before = read_clock()
    describe(cast, "board", kind="public_channel")
    assert not shown_to_cleo(cast, arrives(cast, "board", before))
    assert shown_to_cleo(cast, arrives(cast, "board", read_clock(), id="m2"))


@pytest.mark.lineage
def test_text_of_a_room_whose_readers_were_unknown_is_never_shown_when_it_opens(cast: Cast) -> None:
    describe(cast, "vault", kind="private_channel", as_of=read_clock() - 2 * HOUR)
    describe(cast, "vault", kind="public_channel", as_of=read_clock() - HOUR)
    late = arrives(cast, "vault", read_clock() - 2 * HOUR)
    assert late.evidence.disclosure_class_id is None
    assert not shown_to_cleo(cast, late)


def test_the_first_listing_of_a_room_opens_nothing(cast: Cast) -> None:
    describe(cast, "talk", TEAMS, kind="group_direct")
    room = describe(cast, "talk", TEAMS, members=("otto", "olga"))
    late = arrives(cast, "talk", read_clock() - HOUR, connector=TEAMS, sender="otto")
    assert may_show(cast.asks(cast.otto, room), late)


@pytest.mark.lineage
def test_text_of_before_a_join_is_kept_from_who_joined_where_joining_shows_no_history(cast: Cast) -> None:
    describe(cast, "talk", TEAMS, kind="group_direct", members=("olga", "oscar"))
    describe(cast, "talk", TEAMS, members=("olga", "oscar", "otto"))
    late = arrives(cast, "talk", read_clock() - HOUR, connector=TEAMS, sender="olga")
    assert not may_show(cast.asks(cast.otto, cast.dm_otto), late)


def test_whoever_joined_reads_what_they_said_themselves(cast: Cast) -> None:
    describe(cast, "talk", TEAMS, kind="group_direct", members=("olga", "oscar"))
    room = describe(cast, "talk", TEAMS, members=("olga", "oscar", "otto"))
    first_word = arrives(cast, "talk", read_clock() - HOUR, connector=TEAMS, sender="otto")
    assert may_show(cast.asks(cast.otto, room), first_word)


@pytest.mark.lineage
def test_who_was_there_comes_back_and_brings_others_who_read_nothing_of_before(cast: Cast) -> None:
    sent = read_clock()
    for members in (("olga", "oscar"), ("oscar",), ("olga", "oscar", "otto")):
        describe(cast, "talk", TEAMS, kind="group_direct", members=members)
    late = arrives(cast, "talk", sent, connector=TEAMS, sender="olga")
    assert not may_show(cast.asks(cast.otto, cast.dm_otto), late)


def test_a_join_opens_nothing_where_whoever_joins_can_scroll_back(cast: Cast) -> None:
    room = describe(cast, "board", members=("ana", "ben", "cleo"))
    assert may_show(cast.asks(cast.cleo, room), arrives(cast, "board", read_clock() - HOUR))


@pytest.mark.lineage
def test_text_of_a_restricted_room_stays_there_although_it_arrives_when_it_is_free(cast: Cast) -> None:
    describe(cast, "launch", restricted=True)
    describe(cast, "launch", restricted=False)
    assert not shown_to_cleo(cast, arrives(cast, "launch", read_clock() - HOUR))


@pytest.mark.lineage
def test_text_of_before_a_room_was_shared_is_kept_from_its_guests(cast: Cast) -> None:
    describe(cast, "launch", externally_shared=True)
    late = arrives(cast, "launch", read_clock() - HOUR)
    assert not may_show(cast.asks(cast.ana, cast.launch), late)
    assert shown_to_cleo(cast, late)


@pytest.mark.lineage
def test_the_text_of_an_edit_that_was_made_in_private_stays_private(cast: Cast) -> None:
    sent = read_clock() - 3 * HOUR
    first = arrives(cast, "launch", sent)
    describe(cast, "launch", kind="private_channel", members=("ana", "ben"))
    edited = read_clock()
    describe(cast, "launch", kind="public_channel")
    store_one(cast, said("we sell", where="launch", sent_at=sent, edited_at=edited))
    assert not shown_to_cleo(cast, first)


@pytest.mark.lineage
def test_evidence_that_comes_with_a_repeat_is_no_wider(cast: Cast) -> None:
    describe(cast, "vault", kind="private_channel")
    sent = read_clock()
    assert not MessageSourceEvidence.objects.filter(pk=arrives(cast, "vault", sent).pk).exists()
    describe(cast, "vault", kind="public_channel")
    repeated = arrives(cast, "vault", sent)
    assert MessageSourceEvidence.objects.filter(pk=repeated.pk).exists()
    assert not shown_to_cleo(cast, repeated)


@pytest.mark.lineage
def test_a_named_audience_is_no_wider_than_what_the_room_was(cast: Cast) -> None:
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, joiners_read_history=True, public=True))
    describe(cast, "board", kind="public_channel")
    named = ExplicitAudience("public")
    assert not shown_to_cleo(cast, arrives(cast, "board", read_clock() - HOUR, audience=named))
    assert shown_to_cleo(cast, arrives(cast, "board", read_clock(), id="m2", audience=named))
