"""Awkward exports, through to the database: none of them lets a room find what it may not."""

import pytest

from tests.importers.exports import AGENT, DAY, GUEST, MAYA, PRIYA, channel, export_files, message, user
from tests.importers.imported import BOARD, DM_MAYA, DM_PRIYA, GROUP, LAUNCH, Workspace, whole_workspace

USERS = [user(MAYA), user(PRIYA), user(AGENT, is_bot=True)]
LATER = "1772445700.000100"
QUOTED = {
    "text": "the secret plum",
    "channel_id": BOARD,
    "is_msg_unfurl": True,
    "from_url": "https://x.example/archives/G0BOARD/p1",
}


def test_public_channels_are_found_everywhere(workspace: Workspace) -> None:
    workspace.imports(whole_workspace(launch=[message()]))
    assert workspace.where_found("hello") == {LAUNCH, BOARD, GROUP, DM_MAYA, DM_PRIYA}


@pytest.mark.privacy
def test_a_private_channel_is_found_by_itself_and_by_its_members_alone(workspace: Workspace) -> None:
    files = whole_workspace(board=[message()]) | {
        "mpims.json": [channel(GROUP, "mpdm-1", members=[MAYA, "U0CLEO"])]
    }
    workspace.imports(files)
    assert workspace.where_found("hello") == {BOARD, DM_MAYA, DM_PRIYA}


@pytest.mark.privacy
def test_a_direct_message_is_found_there_alone(workspace: Workspace) -> None:
    workspace.imports(whole_workspace(dm_maya=[message()]))
    assert workspace.where_found("hello") == {DM_MAYA}


@pytest.mark.privacy
def test_a_group_message_is_found_by_its_members_alone(workspace: Workspace) -> None:
    workspace.imports(whole_workspace(group=[message()]))
    assert workspace.where_found("hello") == {GROUP, BOARD, DM_MAYA, DM_PRIYA}


def test_an_export_of_public_channels_alone_is_imported(workspace: Workspace) -> None:
    assert workspace.imports(export_files(message())).stored == {"created": 1}
    assert workspace.where_found("hello") == {LAUNCH}


@pytest.mark.privacy
def test_guests_of_an_organization_list_make_their_room_shared(workspace: Workspace) -> None:
    files = whole_workspace(launch=[message()], board=[message("hi", user=GUEST)])
    files["org_users.json"] = [*USERS, user(GUEST, is_restricted=True)]
    del files["users.json"]
    workspace.imports(files)
    assert workspace.where_found("hello") == {LAUNCH, GROUP, DM_MAYA, DM_PRIYA}


@pytest.mark.privacy
@pytest.mark.parametrize(
    "entry",
    [
        {"user": "U0UNKNOWN"},
        {"user": GUEST},
        {"user_team": "T0OTHER"},
        {"source_team": "T0OTHER"},
        {"user_profile": {"is_stranger": True}},
    ],
)
def test_a_stranger_who_spoke_makes_the_room_shared(workspace: Workspace, entry: dict[str, object]) -> None:
    files = whole_workspace(launch=[message()], board=[message("hi", **entry)])
    files["users.json"] = [*USERS, user(GUEST, is_ultra_restricted=True)]
    workspace.imports(files)
    assert BOARD not in workspace.where_found("hello")
    assert workspace.room(BOARD).has_external_participant


@pytest.mark.privacy
@pytest.mark.parametrize("members", [[MAYA, "U0UNKNOWN"], [MAYA, GUEST]])
def test_a_foreign_member_makes_the_room_shared(workspace: Workspace, members: list[str]) -> None:
    files = whole_workspace(launch=[message()]) | {"groups.json": [channel(BOARD, "board", members=members)]}
    files["users.json"] = [*USERS, user("U0CLEO"), user(GUEST, is_restricted=True)]
    workspace.imports(files)
    assert workspace.where_found("hello") == {LAUNCH, GROUP, DM_MAYA, DM_PRIYA}


@pytest.mark.privacy
def test_nothing_of_the_workspace_reaches_a_direct_message_that_is_shared(workspace: Workspace) -> None:
    shared = {"id": DM_MAYA, "members": [MAYA, AGENT], "is_ext_shared": True}
    workspace.imports(whole_workspace(launch=[message()]) | {"dms.json": [shared]})
    assert workspace.where_found("hello") == {LAUNCH, BOARD, GROUP}


@pytest.mark.privacy
@pytest.mark.parametrize("listing", ["groups", "mpims", "channels"])
@pytest.mark.parametrize("members", [{"members": None}, {"members": [MAYA, None]}, {"num_members": 9}])
def test_a_room_without_a_listing_has_no_evidence_and_is_told_nothing(
    workspace: Workspace, listing: str, members: dict[str, object]
) -> None:
    unlisted = channel("G0SECRET", "secret", is_private=True) | members
    files = whole_workspace(launch=[message("hello launch")])
    files |= {
        f"{listing}.json": [*files_of(files, listing), unlisted],
        f"secret/{DAY}": [message("hello plum")],
    }
    report = workspace.imports(files)
    assert report.without_evidence == {"members_unknown": 1}
    assert workspace.where_found("plum") == set()
    assert workspace.finds("G0SECRET", "hello") == []


def files_of(files: dict[str, object], listing: str) -> list[object]:
    listed = files[f"{listing}.json"]
    assert isinstance(listed, list)
    return listed


@pytest.mark.parametrize("members", [[], [AGENT]])
def test_a_room_that_lists_nobody_has_no_evidence(workspace: Workspace, members: list[str]) -> None:
    files = whole_workspace(board=[message()]) | {"groups.json": [channel(BOARD, "board", members=members)]}
    assert workspace.imports(files).without_evidence == {"nobody_listed": 1}
    assert workspace.where_found("hello") == set()


@pytest.mark.privacy
def test_a_direct_message_without_a_listing_is_its_one_speakers_alone(workspace: Workspace) -> None:
    files = whole_workspace(dm_maya=[message()]) | {
        "dms.json": [{"id": DM_MAYA}, {"id": DM_PRIYA, "user": PRIYA}]
    }
    workspace.imports(files)
    assert workspace.where_found("hello") == {DM_MAYA}


@pytest.mark.privacy
@pytest.mark.parametrize("sign", [{"is_private": True}, {"is_group": True}, {"id": "G0ELSE"}])
def test_a_private_channel_among_the_public_ones_stays_private(
    workspace: Workspace, sign: dict[str, object]
) -> None:
    secret = channel("C0SECRET", "secret", members=[MAYA, AGENT]) | sign
    files = whole_workspace()
    workspace.imports(files | {"channels.json": [channel(), secret], f"secret/{DAY}": [message("plum")]})
    assert workspace.where_found("plum") == {secret["id"], DM_MAYA}


def test_nothing_of_a_folder_without_a_listing_is_stored(workspace: Workspace) -> None:
    report = workspace.imports(
        export_files(message()) | {f"board/{DAY}": [message("plum"), message("plum", LATER)]}
    )
    assert workspace.bodies() == ["hello"]
    assert [(one.folder, one.reason, one.entries) for one in report.quarantined] == [
        ("board", "room:not_listed", 2)
    ]


@pytest.mark.parametrize(
    "listings",
    [
        [channel(name="go-live", previous_names=["launch"])],
        [channel(name="go-live"), channel("C0NEW", "other")],
        [channel(), channel("C0TWIN", "launch")],
        [channel("C0A", "Launch"), channel("C0B", "LAUNCH")],
    ],
)
def test_nothing_of_a_renamed_or_twin_channel_goes_to_another_room(
    workspace: Workspace, listings: list[object]
) -> None:
    workspace.imports(export_files(message("plum"), channels=listings))
    assert workspace.bodies() == []


@pytest.mark.parametrize(
    "attachment", [QUOTED, {"from_url": "https://x.example/archives/G0BOARD/p1", "text": "plum"}]
)
@pytest.mark.parametrize(
    "more", [{}, {"subtype": "bot_message", "bot_id": "B1"}, {"subtype": "thread_broadcast"}]
)
def test_what_an_attachment_quotes_from_another_room_is_not_found(
    workspace: Workspace, attachment: dict[str, object], more: dict[str, object]
) -> None:
    workspace.imports(whole_workspace(launch=[message("look at this", attachments=[attachment], **more)]))
    assert workspace.where_found("plum") == set()
    assert workspace.where_found("look") == {LAUNCH, BOARD, GROUP, DM_MAYA, DM_PRIYA}


def test_the_root_that_a_broadcast_carries_is_not_stored_twice(workspace: Workspace) -> None:
    root = message("plum", "1772445000.000100")
    broadcast = message("go", subtype="thread_broadcast", thread_ts="1772445000.000100", root=root)
    workspace.imports(export_files(broadcast))
    assert workspace.bodies() == ["go"]


@pytest.mark.parametrize(
    "own", [{"user": AGENT}, {"user": None, "subtype": "bot_message", "bot_id": "B0MESH"}]
)
def test_what_the_agent_itself_wrote_is_stored_and_never_found(
    workspace: Workspace, own: dict[str, object]
) -> None:
    files = whole_workspace(launch=[message("plum", **own)])
    files["users.json"] = [user(MAYA), user(AGENT, is_bot=True, profile={"bot_id": "B0MESH"})]
    assert workspace.imports(files).without_evidence == {"agent_account": 1}
    assert workspace.where_found("plum") == set()
    assert workspace.bodies() == ["plum"]
