"""Who may find what: never more than the history of the same room shows."""

import pytest

from conversation_search.errors import NotFound
from conversation_search.models import MessageEvent
from conversation_search.retrieval.history import load_window
from conversation_search.runs.search_history import search_history
from tests.cast import Cast
from tests.database import execute
from tests.factories import AudienceFactory, ReplyFactory
from tests.search.asking import ask, asking_as, delete, found, last_audit, list_members, shown_ids
from tests.search.crowd import say_all


def test_s109_the_one_readable_match_is_returned_from_under_500_newer_ones(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "the attestation is due")
    say_all(cast.ana, cast.dm_ana, ["attestation"] * 500)
    assert found(cast.asks(cast.ben, cast.dm_ben), "attestation") == ["the attestation is due"]


def test_s110_a_page_is_full_whenever_enough_eligible_messages_exist(cast: Cast) -> None:
    say_all(cast.ana, cast.launch, ["migration"] * 20)
    say_all(cast.ana, cast.dm_ana, ["migration"] * 100)
    assert ask(cast.asks(cast.ben, cast.dm_ben), limit=20)["count"] == 20


@pytest.mark.parametrize("limit", [1, 10, 20])
def test_s111_a_limit_counts_what_is_allowed_and_not_what_was_looked_at(limit: int, cast: Cast) -> None:
    for _ in range(20):
        cast.says(cast.ana, cast.launch, "migration")
        say_all(cast.ana, cast.dm_ana, ["migration"] * 9)
    assert ask(cast.asks(cast.ben, cast.dm_ben), limit=limit)["count"] == limit


def test_s112_an_empty_list_of_readers_means_nobody(cast: Cast) -> None:
    nobody = AudienceFactory.create(conversation=cast.launch, visibility="members", readers=[], explicit=True)
    cast.says(cast.ana, cast.launch, "migration", audience=nobody)
    for asker, room in ((cast.ana, cast.dm_ana), (cast.ana, cast.launch), (cast.ben, cast.board)):
        assert found(cast.asks(asker, room)) == []


@pytest.mark.privacy
def test_s112_an_empty_list_of_readers_is_counted_under_audience(cast: Cast) -> None:
    nobody = AudienceFactory.create(conversation=cast.launch, visibility="members", readers=[], explicit=True)
    cast.says(cast.ana, cast.launch, "migration", audience=nobody)
    run = cast.asks(cast.ana, cast.dm_ana)
    ask(run)
    assert last_audit(run).exclusions["audience"] == 1


def hide(gate: str, message: MessageEvent, cast: Cast) -> None:
    """Close one gate of the read path in front of a message of #board."""
    if gate == "deleted":
        delete(message)
    elif gate == "reader joined a group":
        list_members(cast.board, "ana", "ben", "cleo")
        execute(
            "UPDATE connectors SET joiners_read_history = false WHERE id = %(id)s::bigint", id=cast.slack.pk
        )
    elif gate == "lineage lost":
        execute(
            "UPDATE message_source_evidence SET class_id = NULL WHERE message_event_id = %(id)s",
            id=message.pk,
        )
    elif gate == "withheld":
        execute(
            "UPDATE message_source_evidence SET withheld_at = now() WHERE message_event_id = %(id)s",
            id=message.pk,
        )


@pytest.mark.parametrize("gate", ["none", "deleted", "reader joined a group", "lineage lost", "withheld"])
def test_s113_search_and_history_of_a_room_show_the_same(gate: str, cast: Cast) -> None:
    message = cast.says(cast.ana, cast.board, "migration")
    hide(gate, message, cast)
    run = cast.asks(cast.ana, cast.board)
    window = [shown.message_event_id for shown in load_window(run.runtime_agent_id, run.pk, 30)]
    assert window == shown_ids(run, ask(run)) == ([message.pk] if gate == "none" else [])


def test_s114_no_run_of_another_perspective_can_be_asked(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration")
    other = Cast.assemble()
    with pytest.raises(NotFound):
        search_history(asking_as(cast.asks(cast.ana, cast.launch), other.agent.pk))


def test_s115_every_gate_of_the_read_path_applies_to_what_stands_beside_a_hit(cast: Cast) -> None:
    gone = cast.says(cast.ana, cast.launch, "deleted")
    ReplyFactory.create(conversation=cast.launch, answered=gone, body="withheld")
    cast.says(cast.ana, cast.launch, "of unknown origin", evidence=False)
    cast.says(cast.mesh, cast.launch, "an echo")
    hit = cast.says(cast.ana, cast.launch, "migration")
    delete(gone)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_ids(run, ask(run)) == [hit.pk]


@pytest.mark.privacy
def test_s116_a_note_that_was_meant_for_some_is_not_found_by_others(cast: Cast) -> None:
    some = AudienceFactory.create(
        conversation=cast.launch, visibility="members", readers=["ana", "cleo"], explicit=True
    )
    cast.says(cast.ana, cast.launch, "migration, internal note", audience=some)
    assert found(cast.asks(cast.ben, cast.dm_ben)) == []
    assert found(cast.asks(cast.ben, cast.launch)) == []
    assert found(cast.asks(cast.cleo, cast.dm_cleo)) == ["migration, internal note"]
