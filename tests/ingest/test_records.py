"""A record that exists is well-formed."""

import pytest

from conversation_search import limits
from conversation_search.errors import InvalidArgument, TooLarge
from conversation_search.ingest.records import (
    ConnectorRef,
    ExplicitAudience,
    IncomingConversation,
    IncomingSender,
)
from tests.ingest.said import said


def test_a_listing_with_repeats_is_kept_once_and_sorted() -> None:
    assert IncomingConversation("r", members=("ben", "ana", "ben")).members == ("ana", "ben")


def test_a_listing_of_nobody_is_not_no_listing() -> None:
    assert IncomingConversation("r", members=()).members == ()
    assert IncomingConversation("r").members is None


def test_a_bad_id_is_refused_with_the_path_of_its_field() -> None:
    with pytest.raises(InvalidArgument) as refused:
        IncomingSender(" ana")
    assert refused.value.errors[0].field == "sender.external_id"


def test_a_bad_connector_is_refused_with_the_path_of_its_field() -> None:
    with pytest.raises(InvalidArgument) as refused:
        ConnectorRef("Slack", "acme")
    assert refused.value.errors[0].field == "connector.type"


def test_a_listing_may_be_as_long_as_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROOM_MEMBERS", 3)
    assert IncomingConversation("r", members=("a", "b", "c")).members == ("a", "b", "c")
    with pytest.raises(InvalidArgument):
        IncomingConversation("r", members=("a", "b", "c", "d"))


def test_a_text_of_one_mebibyte_is_taken_and_one_byte_more_is_too_large() -> None:
    assert said("x" * limits.MESSAGE_BYTES).text == "x" * limits.MESSAGE_BYTES
    with pytest.raises(TooLarge):
        said("x" * (limits.MESSAGE_BYTES + 1))


def test_a_text_is_measured_in_bytes_and_not_in_characters() -> None:
    assert said("é" * (limits.MESSAGE_BYTES // 2)).text is not None
    with pytest.raises(TooLarge):
        said("é" * (limits.MESSAGE_BYTES // 2) + "x")


def test_a_text_is_measured_as_it_is_stored() -> None:
    with pytest.raises(TooLarge):
        said("\x00" * (limits.MESSAGE_BYTES // 3 + 1))


def test_nul_and_lone_surrogates_of_a_text_become_replacement_characters() -> None:
    assert said("a\x00b\ud800c\udfffd").text == "a\ufffdb\ufffdc\ufffdd"


def test_the_rest_of_a_text_is_kept_as_it_is() -> None:
    assert said(" \n\t\u202e 🙂\r\n").text == " \n\t\u202e 🙂\r\n"


def test_readers_go_with_members_alone() -> None:
    assert ExplicitAudience("members", ()).readers == ()
    for visibility, readers in (("members", None), ("workspace", ("ana",)), ("public", ())):
        with pytest.raises(InvalidArgument):
            ExplicitAudience(visibility, readers)  # type: ignore[arg-type]
