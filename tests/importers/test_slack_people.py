"""Who is of the workspace."""

import pytest

from conversation_search.importers.slack_people import People, own_organization
from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import User
from conversation_search.importers.slack_values import JsonObject
from tests.importers.exports import GUEST, MAYA, PRIYA, Reader, export_files, user


def users_of(read: Reader, *users: object, file: str = "users") -> dict[str, User]:
    export = read(export_files(**{"users": [], file: list(users)}))
    return {one.external_id: one for one in export.users()}


def test_a_member_is_not_external(read: Reader) -> None:
    maya = users_of(read, user(MAYA))[MAYA]
    assert (maya.display_name, maya.organization, maya.is_external) == ("Maya", "T0OWN", False)


@pytest.mark.parametrize("name", ["is_restricted", "is_ultra_restricted", "is_stranger"])
def test_guests_and_strangers_are_external(read: Reader, name: str) -> None:
    users = users_of(read, user(MAYA), user(GUEST, **{name: True}))
    assert users[GUEST].is_external
    assert not users[MAYA].is_external


def test_an_account_of_a_foreign_team_is_external(read: Reader) -> None:
    users = users_of(read, user(MAYA), user(PRIYA), user(GUEST, team_id="T0OTHER"))
    assert [users[one].is_external for one in (MAYA, PRIYA, GUEST)] == [False, False, True]


def test_the_owners_team_is_the_own_team_however_many_others_there_are(read: Reader) -> None:
    foreign = [user(f"U0OTHER{n}", team_id="T0OTHER") for n in range(5)]
    users = users_of(read, *foreign, user(MAYA, is_primary_owner=True))
    assert not users[MAYA].is_external
    assert users["U0OTHER0"].is_external


def test_a_draw_between_teams_makes_everyone_external(read: Reader) -> None:
    users = users_of(read, user(MAYA), user(GUEST, team_id="T0OTHER"))
    assert all(one.is_external for one in users.values())


def test_workspaces_of_one_enterprise_are_one_organization(read: Reader) -> None:
    enterprise = {"enterprise_user": {"enterprise_id": "E0OWN", "teams": ["T0OWN", "T0SISTER"]}}
    users = users_of(read, user(MAYA, **enterprise), user(PRIYA, team_id="T0SISTER", **enterprise))
    assert [one.is_external for one in users.values()] == [False, False]
    assert {one.organization for one in users.values()} == {"E0OWN"}


def test_the_list_of_an_organization_stands_in_for_the_list_of_users(read: Reader) -> None:
    files = export_files(org_users=[user(MAYA)])
    del files["users.json"]
    assert [one.external_id for one in read(files).users()] == [MAYA]


def test_a_missing_user_list_is_reported(read: Reader) -> None:
    files = export_files()
    del files["users.json"]
    assert read(files).problems == {Problem.LISTING_USERS_MISSING: 1}


def test_broken_entries_are_counted_and_the_others_are_read(read: Reader) -> None:
    export = read(export_files(users=[None, "x", {}, {"id": ""}, {"id": "a\nb"}, {"id": 7}, user(MAYA)]))
    assert [one.external_id for one in export.users()] == ["7", MAYA]
    assert export.problems == {Problem.USER_NOT_AN_OBJECT: 2, Problem.USER_WITHOUT_ID: 3}


def test_an_account_listed_twice_is_external_if_one_entry_says_so(read: Reader) -> None:
    users = users_of(read, user(MAYA), user(PRIYA), user(MAYA, is_restricted=True))
    assert users[MAYA].is_external


def test_users_without_any_team_are_not_foreign(read: Reader) -> None:
    users = users_of(read, {"id": MAYA, "name": "maya"}, {"id": PRIYA, "real_name": "Priya"})
    assert [(one.display_name, one.is_external) for one in users.values()] == [
        ("maya", False),
        ("Priya", False),
    ]


def test_names_are_one_line_and_can_be_stored(read: Reader) -> None:
    maya = users_of(read, user(MAYA, profile={"display_name": " a\0b\ud800\n"}))[MAYA]
    assert maya.display_name == "a\ufffdb\ufffd\ufffd"


def test_an_account_without_a_name_is_called_by_its_id(read: Reader) -> None:
    assert users_of(read, {"id": MAYA})[MAYA].display_name == MAYA


def test_an_account_in_no_list_is_external_unless_vouched_for() -> None:
    people = People({}, None, {}, {}, frozenset({"U0AGENT"}))
    assert people.is_external("U0UNKNOWN")
    assert not people.is_external("U0AGENT")


def test_administrators_outvote_the_majority() -> None:
    entries: list[JsonObject] = [{"team_id": "T1", "is_admin": True}, {"team_id": "T2"}, {"team_id": "T2"}]
    assert own_organization(entries) == "T1"
