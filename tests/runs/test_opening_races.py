"""Openings beside each other and beside other writers. Committed, on several connections."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from conversation_search.errors import InvalidArgument
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
)
from conversation_search.models import LedgerEntry, MessageEvent, Run
from conversation_search.runs import opening
from conversation_search.runs.opening import OpenedRun, RunRequest
from tests.cast import Cast
from tests.database import session
from tests.runs.threads import held_up_by, in_background
from tests.runs.turns import DELETE, LIST

pytestmark = pytest.mark.slow

SLACK = ConnectorRef("slack", "acme")
LAUNCH = IncomingConversation("launch", "public_channel")
DM_ANA = IncomingConversation("dm-ana", "direct", members=("ana", "mesh-agent"))


def asks(room: IncomingConversation, sender: str, external_message_id: str) -> IncomingMessage:
    """Return a question."""
    sent_at = datetime(2026, 11, 30, 9, tzinfo=UTC)
    return IncomingMessage(SLACK, room, external_message_id, IncomingSender(sender), sent_at, "when?")


def opens(
    cast: Cast, room: IncomingConversation, message: IncomingMessage | None = None, name: str = ""
) -> OpenedRun:
    """Open a run, repeatable under a name."""
    return opening.open_run(cast.agent.pk, RunRequest(SLACK, room, message, external_run_id=name or None))


def window_of(opened: OpenedRun) -> list[str]:
    """Return the texts of a window."""
    return [message.body for message in opened.window]


def test_openings_with_one_external_run_id_at_once_open_one_run(committed_cast: Cast) -> None:
    cast = committed_cast
    cast.says(cast.ben, cast.launch, "on friday")
    openings = [in_background(lambda: opens(cast, LAUNCH, asks(LAUNCH, "ana", "m1"), "r1")) for _ in range(6)]
    opened = [future.result() for future in openings]
    assert len({one.run.run_id for one in opened}) == 1
    assert {tuple(window_of(one)) for one in opened} == {("on friday",)}
    assert Run.objects.filter(runtime_agent=cast.agent).count() == 1
    assert LedgerEntry.objects.filter(runtime_agent=cast.agent).count() == 1


def test_a_differing_opening_that_came_second_is_refused(committed_cast: Cast) -> None:
    cast = committed_cast
    with transaction.atomic():
        opens(cast, LAUNCH, None, "r1")
        second = in_background(lambda: opens(cast, DM_ANA, None, "r1"))
        with pytest.raises(TimeoutError):
            second.result(timeout=0.3)
    with pytest.raises(InvalidArgument):
        second.result()


def test_openings_in_one_room_on_one_message_at_once_store_it_once(committed_cast: Cast) -> None:
    cast = committed_cast
    openings = [in_background(lambda: opens(cast, LAUNCH, asks(LAUNCH, "ana", "m1"))) for _ in range(6)]
    assert len({future.result().run.run_id for future in openings}) == 6
    assert MessageEvent.objects.filter(runtime_agent=cast.agent).count() == 1


@pytest.mark.privacy
def test_a_join_that_races_an_opening_and_is_first_hides_what_was_said_before(committed_cast: Cast) -> None:
    cast = committed_cast
    cast.says(cast.ana, cast.dm_ana, "just between us")
    with session() as other:
        other.rows(LIST, id=cast.dm_ana.pk, members=["ana", "ben", "mesh-agent"])
        nothing_said = IncomingConversation("dm-ana")
        opened = held_up_by(other, lambda: opens(cast, nothing_said))
        other.commit()
        assert window_of(opened.result()) == []


def test_a_deletion_that_races_an_opening_is_in_no_window(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    with session() as other:
        other.rows(DELETE, id=said.pk)
        assert window_of(opens(cast, LAUNCH, None, "r1")) == ["my key is plum"]
        other.commit()
    assert window_of(opens(cast, LAUNCH, None, "r1")) == []
    assert window_of(opens(cast, LAUNCH)) == []


def test_a_refused_opening_keeps_nothing(committed_cast: Cast) -> None:
    cast = committed_cast
    cast.says(cast.ben, cast.launch, "on friday", external_message_id="m1")
    renamed = IncomingConversation("launch", "public_channel", name="renamed")
    with pytest.raises(InvalidArgument):
        opens(cast, renamed, asks(renamed, "ana", "m1"), "r1")
    cast.launch.refresh_from_db()
    assert cast.launch.name == "launch"
    assert window_of(opens(cast, LAUNCH, None, "r1")) == ["on friday"]
