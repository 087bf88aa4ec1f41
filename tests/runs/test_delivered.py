"""The platform's ids of a reply: told once or often, before or after its echo."""

from datetime import timedelta

import pytest

from conversation_search.errors import InvalidArgument, NotFound
from conversation_search.models import DeliveredMessage, MessageEvent
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.factories import AgentFactory, MessageFactory
from tests.runs.turns import NOW, answer


def test_a_split_reply_is_known_under_each_id_of_its_parts(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    stored = answer(run)
    told = delivery.delivered(cast.agent.pk, run.pk, ["p1", "p2"])
    assert (told.message_id, told.external_message_ids) == (stored.message_id, ("p1", "p2"))


def test_telling_an_id_again_changes_nothing(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    answer(run)
    delivery.delivered(cast.agent.pk, run.pk, ["p1", "p1"])
    told = delivery.delivered(cast.agent.pk, run.pk, ["p1", "p2"])
    assert told.external_message_ids == ("p1", "p2")


def test_delivery_may_be_told_after_the_hour_of_the_run(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch, expires_at=NOW + timedelta(minutes=1))
    answer(run)
    assert delivery.delivered(cast.agent.pk, run.pk, ["p1"]).external_message_ids == ("p1",)


def test_a_run_without_a_reply_has_nothing_delivered(cast: Cast) -> None:
    with pytest.raises(InvalidArgument):
        delivery.delivered(cast.agent.pk, cast.asks(cast.ana, cast.launch).pk, ["p1"])


def test_an_id_of_another_reply_is_refused_and_nothing_is_recorded(cast: Cast) -> None:
    first, second = cast.asks(cast.ana, cast.launch), cast.asks(cast.ana, cast.launch)
    answer(first)
    answer(second)
    delivery.delivered(cast.agent.pk, first.pk, ["p1"])
    with pytest.raises(InvalidArgument) as refused:
        delivery.delivered(cast.agent.pk, second.pk, ["p2", "p1"])
    assert [error.field for error in refused.value.errors] == ["external_message_ids[1]"]
    assert list(
        DeliveredMessage.objects.filter(conversation=cast.launch).values_list(
            "external_message_id", flat=True
        )
    ) == ["p1"]


def test_an_id_of_a_human_message_is_refused(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "hello", external_message_id="p1")
    run = cast.asks(cast.ana, cast.launch)
    answer(run)
    with pytest.raises(InvalidArgument):
        delivery.delivered(cast.agent.pk, run.pk, ["p1"])


def test_the_same_id_in_another_room_is_another_message(cast: Cast) -> None:
    cast.says(cast.ana, cast.dm_ana, "hello", external_message_id="p1")
    run = cast.asks(cast.ana, cast.launch)
    answer(run)
    assert delivery.delivered(cast.agent.pk, run.pk, ["p1"]).external_message_ids == ("p1",)


def test_another_agents_run_is_not_found(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    answer(run)
    with pytest.raises(NotFound):
        delivery.delivered(AgentFactory.create().pk, run.pk, ["p1"])


def test_a_post_that_was_deleted_before_it_was_known_takes_its_reply_with_it(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    stored = answer(run)
    echo = MessageFactory.create(
        actor=cast.mesh, conversation=cast.launch, external_message_id="p1", deleted_at=NOW, body=""
    )
    delivery.delivered(cast.agent.pk, run.pk, ["p1"])
    kept = MessageEvent.objects.filter(pk__in=[stored.message_id, echo.pk], body="", deleted_at__isnull=False)
    assert kept.count() == 2
