"""The evaluation contract of the specification, sentence by sentence."""

import pytest

from conversation_search import limits
from conversation_search.models import Actor, Conversation, MessageEvent
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.factories import ActorFactory, ConversationFactory, ReplyFactory
from tests.search.asking import NOW, ask, fill_ledger, found, hit_ids, last_audit, list_members, shown_ids
from tests.search.crowd import say_all

DECISION = "we decided to sell in may"


def the_only_hit(asker: Actor, room: Conversation, cast: Cast) -> list[str]:
    """Return what the asker finds about the decision, asking in this room."""
    return found(cast.asks(asker, room), "what did we decide about may")


def test_an_actor_asks_about_a_decision_in_their_own_dm_history_and_it_is_found(cast: Cast) -> None:
    cast.says(cast.ana, cast.dm_ana, DECISION)
    assert the_only_hit(cast.ana, cast.dm_ana, cast) == [DECISION]


@pytest.mark.privacy
def test_another_actor_asks_the_same_question_and_the_first_actors_dm_is_never_a_candidate(
    cast: Cast,
) -> None:
    cast.says(cast.ana, cast.dm_ana, DECISION)
    run = cast.asks(cast.ben, cast.dm_ben)
    result = ask(run, DECISION)
    audit = last_audit(run)
    assert (result["status"], result["message_ids"], result["hits"]) == ("no_matches", [], [])
    assert (audit.selected, audit.matched, audit.exclusions["audience"]) == ([], 1, 1)


def test_a_public_channel_exchange_both_actors_participated_in_is_found_by_both(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "shall we sell in may?")
    cast.says(cast.ben, cast.launch, DECISION)
    assert the_only_hit(cast.ana, cast.dm_ana, cast)[0] == DECISION
    assert the_only_hit(cast.ben, cast.dm_ben, cast)[0] == DECISION


def test_a_workspace_visible_channel_the_requester_never_joined_is_found(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, DECISION)
    assert the_only_hit(cast.cleo, cast.dm_cleo, cast) == [DECISION]


@pytest.mark.privacy
def test_a_dms_history_never_surfaces_in_a_public_channel_even_for_the_dms_own_participant(
    cast: Cast,
) -> None:
    cast.says(cast.ana, cast.dm_ana, DECISION)
    assert the_only_hit(cast.ana, cast.launch, cast) == []


@pytest.mark.privacy
def test_a_private_channels_history_reaches_the_private_channel_and_never_a_public_one(cast: Cast) -> None:
    cast.says(cast.ana, cast.board, DECISION)
    assert the_only_hit(cast.ben, cast.board, cast) == [DECISION]
    assert the_only_hit(cast.ana, cast.launch, cast) == []


def test_a_message_with_no_source_evidence_is_excluded(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, DECISION, evidence=False)
    run = cast.asks(cast.ana, cast.dm_ana)
    assert found(run, DECISION) == []
    assert last_audit(run).exclusions["no_evidence"] == 1


@pytest.mark.lineage
def test_an_agent_reply_built_on_a_private_message_is_excluded_from_a_wider_audience_via_the_lineage_walk(
    cast: Cast,
) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, DECISION)
    ReplyFactory.create(conversation=cast.launch, sources=[secret], body="something nice happens in may")
    run = cast.asks(cast.ben, cast.launch)
    assert found(run, "may") == []
    assert last_audit(run).exclusions["lineage"] == 1


@pytest.mark.lineage
def test_a_laundered_reply_is_excluded_as_a_neighbour_too(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, DECISION)
    hit = cast.says(cast.ben, cast.launch, "what about the weather")
    ReplyFactory.create(
        conversation=cast.launch, sources=[secret], body="something nice happens", sent_at=hit.sent_at
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_ids(run, ask(run, "weather")) == [hit.pk]


def test_search_results_are_present_in_history_message_ids_on_the_resulting_reply(cast: Cast) -> None:
    for number in range(3):
        cast.says(cast.ana, cast.launch, f"line {number}")
    run = cast.asks(cast.ben, cast.dm_ben)
    shown = shown_ids(run, ask(run, "line", limit=1))
    reply = delivery.reply(run.runtime_agent_id, run.pk, "it was line 2", NOW)
    assert len(shown) == 3
    assert sorted(reply.history_message_ids) == sorted(shown)


def test_a_limit_near_the_provenance_caps_does_not_produce_an_undeliverable_reply(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, [f"migration {number}" for number in range(425)])
    run = cast.asks(cast.ben, cast.dm_ben)
    fill_ledger(run, said[:395])
    shown = shown_ids(run, ask(run, "migration", limit=limits.SEARCH_LIMIT_MAX))
    reply = delivery.reply(run.runtime_agent_id, run.pk, "on friday", NOW)
    assert len(shown) == 5
    assert len(reply.history_message_ids) == limits.LEDGER_THROUGH_SEARCH


def test_two_actors_with_the_same_display_name_stay_distinct_through_stable_ids(cast: Cast) -> None:
    twin = ActorFactory.create(connector=cast.slack, external_id="ana-2", display_name="Ana")
    mine = cast.says(cast.ana, cast.launch, DECISION)
    cast.says(twin, cast.launch, DECISION)
    run = cast.asks(cast.ana, cast.dm_ana)
    assert hit_ids(run, ask(run, DECISION, speaker="requester")) == [mine.pk]
    assert [hit["speaker"] for hit in ask(cast.asks(cast.ana, cast.dm_ana), DECISION)["hits"]] == [
        "Ana",
        "Ana",
    ]


# The table of rooms: what was said where (rows) and where it is asked for (columns).

SAID: dict[str, str] = {
    "a public channel": "launch",
    "that person's DM with the agent": "dm_ana",
    "a private channel the asker is in": "board",
}
ASKED: dict[str, tuple[str, str]] = {
    "the same person's DM": ("ana", "dm_ana"),
    "another person's DM": ("cleo", "dm_cleo"),
    "a public channel": ("ana", "launch"),
    "a private channel": ("ana", "circle"),
}
REPLY = "a reply built from a DM"
TABLE: dict[str, str] = {
    "a public channel": "yyyy",
    "that person's DM with the agent": "ynnn",
    "a private channel the asker is in": "ynnn",
    REPLY: "ynnn",
}
MARKS = {row: pytest.mark.lineage if row == REPLY else pytest.mark.privacy for row in TABLE}
CELLS = [
    pytest.param(row, column, reached, marks=[MARKS[row]] if reached == "n" else [], id=f"{row}, {column}")
    for row, letters in TABLE.items()
    for column, reached in zip(ASKED, letters, strict=True)
]


def said_in(row: str, cast: Cast) -> MessageEvent:
    """Store the secret where this row of the table says."""
    if row != REPLY:
        return cast.says(cast.ana, getattr(cast, SAID[row]), DECISION)
    secret = cast.says(cast.ana, cast.dm_ana, "nothing to be found here")
    return ReplyFactory.create(conversation=cast.launch, sources=[secret], body=DECISION)


def room_of(column: str, cast: Cast) -> Conversation:
    """Return the room of this column; the private channel of the last has a reader who is in no other."""
    name = ASKED[column][1]
    if name != "circle":
        room: Conversation = getattr(cast, name)
        return room
    return ConversationFactory.create(
        connector=cast.slack, kind="private_channel", name="circle", members=["ana", "cleo"]
    )


@pytest.mark.parametrize(("row", "column", "reached"), CELLS)
def test_the_table_of_rooms(row: str, column: str, reached: str, cast: Cast) -> None:
    message = said_in(row, cast)
    run = cast.asks(getattr(cast, ASKED[column][0]), room_of(column, cast))
    assert (message.pk in shown_ids(run, ask(run, "sell may"))) is (reached == "y")


@pytest.mark.parametrize(("person", "room"), [("ben", "dm_ben"), ("ana", "board"), ("ben", "board")])
def test_a_private_channel_reaches_rooms_whose_every_reader_is_a_member(
    person: str, room: str, cast: Cast
) -> None:
    cast.says(cast.ana, cast.board, DECISION)
    assert the_only_hit(getattr(cast, person), getattr(cast, room), cast) == [DECISION]


@pytest.mark.privacy
def test_a_private_channel_stays_hidden_where_one_reader_is_no_member(cast: Cast) -> None:
    cast.says(cast.ana, cast.board, DECISION)
    group = ConversationFactory.create(
        connector=cast.slack, kind="group_direct", members=["ana", "ben", "cleo"]
    )
    assert the_only_hit(cast.ana, group, cast) == []
    list_members(group, "ana", "ben")
    assert the_only_hit(cast.ana, group, cast) == [DECISION]


def test_a_boost_orders_what_is_eligible_and_makes_nothing_eligible(cast: Cast) -> None:
    cast.says(cast.ben, cast.dm_ben, f"{DECISION}, {DECISION}")
    cast.says(cast.ana, cast.launch, "hello")
    other = ConversationFactory.create(connector=cast.slack, name="other")
    cast.says(cast.ben, other, DECISION)
    spoke_there = cast.says(cast.ben, cast.launch, DECISION, sent_at=NOW)
    run = cast.asks(cast.ana, cast.dm_ana)
    result = ask(run, DECISION)
    assert len(result["hits"]) == 2
    assert hit_ids(run, result)[0] == spoke_there.pk
    assert "requester_spoke" in result["hits"][0]["why"]
    assert "requester_spoke" not in result["hits"][1]["why"]
