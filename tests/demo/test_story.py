"""Each row of the table that the story is about is told truly: by where the messages lie, not by what is printed."""

import json

import httpx
import pytest
from django.core.signals import request_started

from conversation_search.demo.client import InThisProcess
from conversation_search.demo.workspace import (
    ASKED_BY,
    DEAL_DESK,
    DM_DANIEL,
    DM_PRIYA,
    GO_NO_GO,
    GROUP,
    LAUNCH,
    SHARED,
)
from tests.demo.conftest import Told, tell

CONFIDENTIAL = {
    DEAL_DESK: ("15 %", "180,000", "renewal"),
    DM_PRIYA: ("214 rows", "umlaut", "18,402"),
    DM_DANIEL: ("would have left us", "case study"),
    GROUP: ("Priya alone", "call off"),
}


def test_a_public_channel_comes_back_in_every_kind_of_room(told: Told) -> None:
    assert told.reached_by(LAUNCH) == set(ASKED_BY) - {SHARED}
    assert told.reached_by(SHARED) == set(ASKED_BY)


@pytest.mark.privacy
def test_a_dm_comes_back_in_that_persons_dm_alone(told: Told) -> None:
    assert told.reached_by(DM_PRIYA) == {DM_PRIYA}
    assert told.reached_by(DM_DANIEL) == {DM_DANIEL}


@pytest.mark.privacy
def test_a_private_channel_comes_back_there_and_in_the_dm_of_a_member(told: Told) -> None:
    assert told.reached_by(DEAL_DESK) == {DEAL_DESK, DM_DANIEL}


@pytest.mark.privacy
def test_a_group_message_comes_back_there_and_in_the_dm_of_a_member(told: Told) -> None:
    assert told.reached_by(GROUP) == {GROUP, DM_PRIYA}


@pytest.mark.privacy
def test_a_channel_shared_with_a_customer_is_told_nothing_but_its_own(told: Told) -> None:
    assert told.origins(SHARED) == {SHARED.external_id}


def test_the_printed_table_says_what_the_database_says(told: Told) -> None:
    for origin in ASKED_BY:
        for room in ASKED_BY:
            assert told.scene.reaches(origin, room) == (origin.external_id in told.origins(room))


@pytest.mark.privacy
def test_no_confidence_is_read_where_it_does_not_belong(told: Told) -> None:
    read = {
        (origin.label, room.label)
        for room in ASKED_BY
        for origin, words in CONFIDENTIAL.items()
        if any(word in hit.text for hit in told.asked_in(room).hits for word in words)
    }
    assert read == {
        ("#deal-desk", "#deal-desk"),
        ("#deal-desk", "Daniel's DM"),
        ("Priya and Marcus", "Priya and Marcus"),
        ("Priya and Marcus", "Priya's DM"),
        ("Priya's DM", "Priya's DM"),
        ("Daniel's DM", "Daniel's DM"),
    }


def test_every_match_is_shown_or_excluded_by_a_rule(told: Told) -> None:
    rows = [asked.audit for asked in told.scene.asked]
    assert {row["matched"] for row in rows} == {23}
    assert all(row["matched"] == len(row["selected"]) + sum(row["exclusions"].values()) for row in rows)
    assert all(row["exclusions"]["below_cutoff"] == 0 for row in rows)


def test_the_reply_is_built_on_the_group_message(told: Told) -> None:
    assert GROUP.external_id in {told.room_of[source] for source in told.laundered.history_message_ids}
    assert told.room_of[told.laundered.reply_id] == GO_NO_GO.external_id


def test_the_laundered_reply_is_found_by_those_who_were_in_the_group(told: Told) -> None:
    assert told.laundered.reply_id in told.laundered.before.message_ids
    assert told.laundered.before.withheld == {}


@pytest.mark.privacy
@pytest.mark.lineage
def test_the_laundered_reply_stays_hidden_from_who_was_not(told: Told) -> None:
    assert told.laundered.reply_id not in told.laundered.after.message_ids
    assert {hit.speaker for hit in told.laundered.after.hits} == {"Marcus Okafor"}
    assert told.laundered.after.withheld == {"lineage": 1}


@pytest.mark.privacy
def test_the_laundered_reply_does_not_reach_a_public_channel(told: Told) -> None:
    assert told.laundered.elsewhere.hits == ()
    assert told.laundered.elsewhere.withheld == {"audience": 2}


@pytest.mark.lineage
def test_the_deletion_of_a_source_withholds_the_reply(told: Told) -> None:
    assert told.deleted.before.message_ids == {told.deleted.reply_id}
    assert told.deleted.after.message_ids == set()
    assert told.deleted.after.withheld == {"lineage": 1}


def test_an_audit_row_holds_no_word_of_a_message_or_a_query(told: Told) -> None:
    for asked in told.scene.asked:
        row = json.dumps(asked.audit)
        assert not any(word in row for word in ("Acme", "migration", "Decision", "decide"))


@pytest.mark.django_db
def test_the_story_reaches_the_service_through_the_typed_client_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[str] = []
    answered: list[object] = []
    through_the_client = InThisProcess.handle_request

    def handle_request(transport: InThisProcess, request: httpx.Request) -> httpx.Response:
        sent.append(request.url.path)
        return through_the_client(transport, request)

    def note(**_: object) -> None:
        answered.append(None)

    monkeypatch.setattr(InThisProcess, "handle_request", handle_request)
    request_started.connect(note)
    try:
        tell()
    finally:
        request_started.disconnect(note)
    assert len(sent) == len(answered)
    assert any(path.endswith("/tools/search_history") for path in sent)
    assert any(path.endswith("/reply") for path in sent)
