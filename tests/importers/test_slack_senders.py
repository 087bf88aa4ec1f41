"""Who wrote it."""

import pytest

from conversation_search.importers.slack_records import Sender
from conversation_search.importers.slack_values import JsonObject
from tests.importers.exports import (
    AGENT,
    GUEST,
    MAYA,
    PRIYA,
    Reader,
    export_files,
    message,
    messages_of,
    skipped_of,
    user,
)

BOT: JsonObject = {"user": None, "subtype": "bot_message"}
AGENT_APP = user(
    AGENT, is_bot=True, profile={"display_name": "Mesh", "bot_id": "B0AGENT", "api_app_id": "A0AGENT"}
)


def sender_of(read: Reader, entry: JsonObject, *more_users: object) -> Sender:
    files = export_files(message(**entry), users=[user(MAYA), user(PRIYA), AGENT_APP, *more_users])
    [one] = messages_of(read(files))
    return one.sender


def test_a_listed_member(read: Reader) -> None:
    assert sender_of(read, {}) == Sender(MAYA, "Maya", "T0OWN", is_external=False, is_bot=False)


def test_a_guest_is_external(read: Reader) -> None:
    assert sender_of(read, {"user": GUEST}, user(GUEST, is_ultra_restricted=True)).is_external


def test_a_user_in_no_list_is_external_and_keeps_the_name_of_the_entry(read: Reader) -> None:
    sender = sender_of(read, {"user": "U0X", "user_profile": {"real_name": "Xenia", "display_name": ""}})
    assert sender == Sender("U0X", "Xenia", None, is_external=True, is_bot=False)


def test_slackbot_is_no_stranger(read: Reader) -> None:
    sender = sender_of(read, {"user": "USLACKBOT", "subtype": "slackbot_response"})
    assert (sender.is_external, sender.is_bot) == (False, True)


@pytest.mark.parametrize("key", ["team", "user_team", "source_team"])
def test_an_entry_from_a_foreign_team_has_an_external_sender(read: Reader, key: str) -> None:
    assert sender_of(read, {key: "T0OTHER"}).is_external


@pytest.mark.parametrize("key", ["team", "user_team", "source_team"])
def test_an_entry_from_the_own_team_does_not(read: Reader, key: str) -> None:
    assert not sender_of(read, {key: "T0OWN"}).is_external


@pytest.mark.parametrize("profile", [{"team": "T0OTHER"}, {"is_restricted": True}, {"is_stranger": True}])
def test_a_profile_in_the_entry_may_say_external(read: Reader, profile: JsonObject) -> None:
    assert sender_of(read, {"user_profile": profile}).is_external


@pytest.mark.parametrize(
    ("teams", "external"),
    [
        ({"team": "T1"}, False),
        ({"team": "T1", "user_team": "T1", "source_team": "T1"}, False),
        ({"team": "T1", "user_team": "T2"}, True),
        ({"source_team": "T2"}, True),
    ],
)
def test_without_team_ids_in_the_user_list_a_second_team_is_foreign(
    read: Reader,
    teams: JsonObject,
    external: bool,  # noqa: FBT001 (a table's column)
) -> None:
    files = export_files(message(**teams), users=[{"id": MAYA}])
    [one] = messages_of(read(files))
    assert one.sender.is_external is external


def test_a_bot_with_only_a_username_has_a_stable_id_of_its_own(read: Reader) -> None:
    sender = sender_of(read, BOT | {"username": "deploys"})
    assert sender == Sender("username:deploys", "deploys", None, is_external=False, is_bot=True)


def test_a_bot_named_like_a_user_is_not_that_user(read: Reader) -> None:
    assert sender_of(read, BOT | {"username": MAYA}).external_id == f"username:{MAYA}"


def test_a_bot_id_names_a_bot_whatever_it_calls_itself(read: Reader) -> None:
    sender = sender_of(read, BOT | {"bot_id": "B0CI", "username": "CI"})
    assert (sender.external_id, sender.display_name) == ("bot:B0CI", "CI")


def test_a_bot_of_a_foreign_team_is_external(read: Reader) -> None:
    assert sender_of(read, BOT | {"bot_id": "B0CI", "bot_profile": {"team_id": "T0OTHER"}}).is_external


@pytest.mark.parametrize(
    "entry",
    [
        {"bot_id": "B0AGENT", "username": "Somebody Else"},
        {"bot_id": "B0OTHER", "app_id": "A0AGENT"},
        {"bot_profile": {"id": "B0OTHER", "app_id": "A0AGENT"}},
    ],
)
def test_what_an_apps_bot_posts_is_of_the_apps_account(read: Reader, entry: JsonObject) -> None:
    assert sender_of(read, BOT | entry).external_id == AGENT


def test_a_bot_id_that_two_accounts_claim_is_of_neither(read: Reader) -> None:
    twin = user("U0TWIN", is_bot=True, profile={"bot_id": "B0AGENT"})
    assert sender_of(read, BOT | {"bot_id": "B0AGENT"}, twin).external_id == "bot:B0AGENT"


def test_a_comment_on_a_file_is_of_the_commenter(read: Reader) -> None:
    entry: JsonObject = {
        "user": None,
        "subtype": "file_comment",
        "comment": {"user": PRIYA, "comment": "nice"},
    }
    assert sender_of(read, entry).external_id == PRIYA


@pytest.mark.parametrize(
    ("author", "reason"),
    [
        (None, "sender:missing"),
        ("", "sender:missing"),
        (" U0MAYA", "sender:invalid"),
        ("U0\nMAYA", "sender:invalid"),
        ("\ud800", "sender:invalid"),
        ({"id": MAYA}, "sender:invalid"),
        ("bot:B0CI", "sender:invalid"),
        ("username:deploys", "sender:invalid"),
    ],
)
def test_an_entry_without_a_usable_author_is_skipped(read: Reader, author: object, reason: str) -> None:
    assert skipped_of(read(export_files(message(user=author)))) == {reason: 1}
