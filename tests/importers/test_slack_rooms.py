"""What kind of room, who is in it, who shares it."""

from collections.abc import Sequence

import pytest

from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import Room
from tests.importers.exports import AGENT, GUEST, MAYA, PRIYA, Reader, channel, export_files, user

USERS = [user(MAYA), user(PRIYA), user(AGENT, is_bot=True), user(GUEST, is_restricted=True)]


def rooms_of(read: Reader, **listings: Sequence[object]) -> list[Room]:
    defaults: dict[str, Sequence[object]] = {"channels": [], "users": USERS}
    export = read(export_files(**(defaults | listings)))
    return [room for room in export.rooms() if not room.quarantined]


def listed(read: Reader, file: str, **more: object) -> Room:
    entry: dict[str, object] = {"id": "X0ROOM", "name": "room", "members": [MAYA, PRIYA]}
    [room] = rooms_of(read, **{file: [entry | more]})
    return room


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("channels", "public_channel"),
        ("groups", "private_channel"),
        ("mpims", "group_direct"),
        ("dms", "direct"),
    ],
)
def test_each_listing_has_its_kind(read: Reader, file: str, kind: str) -> None:
    assert listed(read, file).kind == kind


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ({"is_private": True}, "private_channel"),
        ({"is_private": "true"}, "private_channel"),
        ({"is_private": 1}, "private_channel"),
        ({"is_group": True}, "private_channel"),
        ({"is_mpim": True}, "group_direct"),
        ({"is_im": True}, "direct"),
        ({"id": "G0ROOM"}, "private_channel"),
        ({"id": "D0ROOM"}, "direct"),
        ({"id": "D0ROOM", "is_im": True, "is_private": True}, "direct"),
        ({"name": "mpdm-maya--priya-1"}, "group_direct"),
        ({"id": "C0ROOM", "is_channel": True, "is_private": False}, "public_channel"),
    ],
)
def test_the_strictest_of_file_and_flags_wins(read: Reader, entry: dict[str, object], kind: str) -> None:
    assert listed(read, "channels", **entry).kind == kind


@pytest.mark.parametrize("file", ["groups", "mpims", "dms"])
def test_flags_never_widen_what_the_file_says(read: Reader, file: str) -> None:
    flags = {"is_channel": True, "is_private": False, "is_general": True, "id": "C0ROOM"}
    assert listed(read, file, **flags).kind != "public_channel"


@pytest.mark.parametrize(
    "entry",
    [
        {"is_im": True, "id": "C0ROOM"},
        {"is_im": True, "is_mpim": True},
        {"is_im": True, "members": [MAYA, PRIYA, AGENT]},
    ],
)
def test_a_direct_message_that_also_looks_like_more_is_a_group(
    read: Reader, entry: dict[str, object]
) -> None:
    assert listed(read, "dms", **entry).kind == "group_direct"


@pytest.mark.parametrize("members", [{"members": None}, {}])
def test_absent_members_are_unknown(read: Reader, members: dict[str, object]) -> None:
    [room] = rooms_of(read, channels=[{"id": "C0ROOM", "name": "room"} | members])
    assert room.members is None


@pytest.mark.parametrize("members", [[], [AGENT]])
def test_a_listing_of_nobody_or_of_the_agent_alone_is_passed_on(read: Reader, members: list[str]) -> None:
    assert listed(read, "groups", members=members).members == tuple(members)


@pytest.mark.parametrize(
    "members", ["U0MAYA", {"0": MAYA}, [MAYA, None], [MAYA, ""], [MAYA, ["U0X"]], [" U0MAYA"]]
)
def test_members_that_cannot_be_read_whole_are_unknown(read: Reader, members: object) -> None:
    assert listed(read, "groups", members=members).members is None


def test_a_member_listed_twice_is_one_member(read: Reader) -> None:
    assert listed(read, "groups", members=[MAYA, PRIYA, MAYA]).members == (MAYA, PRIYA)


def test_a_list_shorter_than_its_count_is_unknown(read: Reader) -> None:
    assert listed(read, "groups", num_members=3).members is None
    assert listed(read, "groups", num_members=2).members == (MAYA, PRIYA)


def test_the_user_of_a_direct_message_counts_as_its_member(read: Reader) -> None:
    [room] = rooms_of(read, dms=[{"id": "D0MAYA", "user": MAYA}])
    assert room.members == (MAYA,)


def test_the_user_field_of_a_channel_is_no_member(read: Reader) -> None:
    [room] = rooms_of(read, groups=[{"id": "G0ROOM", "name": "room", "user": MAYA}])
    assert room.members is None


def test_a_direct_message_whose_user_is_not_among_its_members_has_unknown_members(read: Reader) -> None:
    [room] = rooms_of(read, dms=[{"id": "D0MAYA", "user": MAYA, "members": [PRIYA, AGENT]}])
    assert room.members is None


@pytest.mark.parametrize(
    "entry",
    [
        {"is_ext_shared": True},
        {"is_shared": True},
        {"is_org_shared": True},
        {"is_pending_ext_shared": True},
        {"pending_shared": ["T0OTHER"]},
        {"connected_team_ids": ["T0OTHER"]},
        {"shared_team_ids": ["T0OWN", "T0OTHER"]},
        {"members": [MAYA, GUEST]},
        {"members": [MAYA, "U0UNKNOWN"]},
    ],
)
def test_a_room_that_others_share_is_externally_shared(read: Reader, entry: dict[str, object]) -> None:
    assert listed(read, "channels", **entry).externally_shared


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"is_ext_shared": False},
        {"shared_team_ids": ["T0OWN"]},
        {"connected_team_ids": []},
        {"is_shared": "0"},
    ],
)
def test_a_room_of_the_workspace_alone_is_not(read: Reader, entry: dict[str, object]) -> None:
    assert not listed(read, "channels", **entry).externally_shared


def test_a_direct_message_may_be_externally_shared(read: Reader) -> None:
    [room] = rooms_of(read, dms=[{"id": "D0MAYA", "members": [MAYA, AGENT], "is_ext_shared": True}])
    assert (room.kind, room.externally_shared) == ("direct", True)


def test_a_room_in_two_listings_takes_the_stricter_kind(read: Reader) -> None:
    [room] = rooms_of(read, channels=[channel()], groups=[channel()])
    assert (room.kind, room.members) == ("private_channel", (MAYA, PRIYA))


def test_one_shared_entry_of_two_makes_the_room_shared(read: Reader) -> None:
    [room] = rooms_of(read, channels=[channel(), channel(is_ext_shared=True)])
    assert room.externally_shared


@pytest.mark.parametrize("members", [[MAYA], [MAYA, PRIYA, GUEST], [], None])
def test_entries_that_disagree_about_members_leave_them_unknown(read: Reader, members: object) -> None:
    [room] = rooms_of(read, groups=[channel("G0ROOM"), channel("G0ROOM", members=members)])
    assert room.members is None


def test_the_order_of_members_is_no_disagreement(read: Reader) -> None:
    [room] = rooms_of(read, groups=[channel("G0ROOM"), channel("G0ROOM", members=[PRIYA, MAYA])])
    assert room.members == (MAYA, PRIYA)


def test_broken_entries_are_counted_and_the_others_are_read(read: Reader) -> None:
    export = read(export_files(channels=["x", None, {}, {"id": None, "name": "launch"}, channel()]))
    assert [room.external_thread_id for room in export.rooms()] == ["C0LAUNCH"]
    assert export.problems == {Problem.ROOM_NOT_AN_OBJECT: 2, Problem.ROOM_WITHOUT_ID: 2}
