"""Filters narrow what is eligible, at their very edges, and never widen it."""

from datetime import UTC, datetime, timedelta

import pytest

from conversation_search.errors import InvalidArgument
from conversation_search.models import Audience
from tests.cast import Cast
from tests.factories import ActorFactory, AudienceFactory, ReplyFactory
from tests.linked import Twofold, revoke
from tests.search.asking import ask, audit_rows, found, last_audit

MIDNIGHT = datetime(2026, 3, 10, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)


@pytest.fixture
def edges(cast: Cast) -> Cast:
    """Let Ana speak just before, at and just after midnight."""
    for name, sent_at in (("before", MIDNIGHT - INSTANT), ("at", MIDNIGHT), ("past", MIDNIGHT + INSTANT)):
        cast.says(cast.ana, cast.launch, f"migration {name}", sent_at=sent_at)
    return cast


def reached(cast: Cast, **times: str) -> set[str]:
    """Return which of the three messages a search in this interval finds."""
    return {text.split()[1] for text in found(cast.asks(cast.ben, cast.dm_ben), "migration", **times)}


@pytest.mark.parametrize(
    "midnight",
    ["2026-03-10", "2026-03-10T00:00:00Z", "2026-03-10T05:30:00+05:30", "2026-03-09T16:00:00-08:00"],
)
def test_after_is_inclusive_and_before_is_exclusive(midnight: str, edges: Cast) -> None:
    assert reached(edges, after=midnight) == {"at", "past"}
    assert reached(edges, before=midnight) == {"before"}


def test_an_interval_is_half_open(edges: Cast) -> None:
    assert reached(edges, after="2026-03-10", before="2026-03-11") == {"at", "past"}
    assert reached(edges, after="2026-03-09", before="2026-03-10") == {"before"}
    assert reached(edges, after="2026-03-10T00:00:00Z", before="2026-03-10T00:00:00.000001Z") == {"at"}


def test_what_was_applied_is_told_in_utc(edges: Cast) -> None:
    run = edges.asks(edges.ben, edges.dm_ben)
    result = ask(run, "migration", after="2026-03-09T16:00:00-08:00", speaker="you", limit=3)
    assert result["applied"] == {
        "speaker": "you",
        "after": "2026-03-10T00:00:00Z",
        "before": None,
        "limit": 3,
    }
    assert last_audit(run).filters == result["applied"]


@pytest.mark.parametrize(
    "times",
    [
        {"after": "2026-03-10T00:00:00"},
        {"before": "tomorrow"},
        {"after": "2026-03-10", "before": "2026-03-10"},
        {"after": "2026-03-11", "before": "2026-03-10"},
    ],
)
def test_a_filter_that_cannot_be_applied_refuses_the_search(times: dict[str, str], edges: Cast) -> None:
    run = edges.asks(edges.ben, edges.dm_ben)
    with pytest.raises(InvalidArgument):
        ask(run, "migration", **times)
    assert (last_audit(run).status, audit_rows(run)) == ("refused", 1)


def test_dates_reach_as_far_as_the_calendar(edges: Cast) -> None:
    assert reached(edges, after="0001-01-01", before="9999-12-31") == {"before", "at", "past"}


def test_what_lies_outside_the_interval_is_no_match_at_all(edges: Cast) -> None:
    run = edges.asks(edges.ben, edges.dm_ben)
    ask(run, "migration", before="2026-03-10")
    assert last_audit(run).matched == 1


def test_neighbours_are_not_filtered_by_what_filters_hits(edges: Cast) -> None:
    edges.says(edges.ben, edges.launch, "thanks", sent_at=MIDNIGHT + 2 * INSTANT)
    result = ask(edges.asks(edges.ben, edges.dm_ben), "thanks", speaker="requester", after="2026-03-10")
    assert [one["text"] for one in result["hits"][0]["before"]] == ["migration at", "migration past"]


def test_the_requester_finds_what_they_said_themselves(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration by ana")
    cast.says(cast.ben, cast.launch, "migration by ben")
    assert found(cast.asks(cast.ben, cast.dm_ben), speaker="requester") == ["migration by ben"]


def test_you_is_the_agent_itself(cast: Cast) -> None:
    asked = cast.says(cast.ana, cast.launch, "migration when?")
    ReplyFactory.create(conversation=cast.launch, answered=asked, body="migration on friday")
    result = ask(cast.asks(cast.ben, cast.dm_ben), "migration", speaker="you")
    assert [(hit["speaker"], hit["text"]) for hit in result["hits"]] == [("you", "migration on friday")]


def test_another_bot_is_not_you(cast: Cast) -> None:
    bot = ActorFactory.create(connector=cast.slack, external_id="bot", display_name="you")
    cast.says(bot, cast.launch, "migration done")
    assert found(cast.asks(cast.ben, cast.dm_ben), speaker="you") == []


@pytest.mark.parametrize("speaker", ["requester"])
def test_without_a_requester_a_requester_filter_finds_nothing(speaker: str, cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(None, cast.launch)
    assert found(run, speaker=speaker) == []
    assert last_audit(run).matched == 0
    assert found(run, speaker="anyone") == ["migration on friday"]


def test_the_requester_of_another_connector_is_not_mistaken_for_a_namesake(cast: Cast) -> None:
    namesake = ActorFactory.create(connector=cast.elsewhere, external_id="ana", display_name="Ana")
    cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(namesake, cast.launch)
    assert found(run, speaker="requester") == []


def test_the_agent_of_another_perspective_is_not_you(cast: Cast) -> None:
    other = Cast.assemble()
    asked = other.says(other.ana, other.launch, "migration?")
    ReplyFactory.create(conversation=other.launch, answered=asked, body="migration on friday")
    assert found(cast.asks(cast.ana, cast.launch), speaker="you") == []


def test_a_room_in_which_the_requesters_other_account_spoke_is_one_they_spoke_in(cast: Cast) -> None:
    both = Twofold.of(cast)
    both.secret("the migration it is")
    both.link()
    (hit,) = ask(both.asks_there(), "migration")["hits"]
    assert "requester_spoke" in hit["why"]


def test_the_speaker_requester_is_every_account_proved_now(cast: Cast) -> None:
    both = Twofold.of(cast)
    both.secret("the migration it is")
    link = both.link()
    run = both.asks_there()
    assert found(run, "migration", speaker="requester") == ["the migration it is"]
    cast.says(cast.ana, cast.launch, "migration for everyone", audience=_public(cast))
    revoke(link)
    assert found(both.asks_there(), "migration", speaker="requester") == []
    assert found(both.asks_there(), "migration") == ["migration for everyone"]


def _public(cast: Cast) -> Audience:
    return AudienceFactory.create(conversation=cast.launch, visibility="public", explicit=True)
