"""Who reads a room after an import: never fewer than before it, and nobody who had left before the export."""

from datetime import UTC, datetime

import pytest

from conversation_search.ingest import conversations, messages
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
)
from conversation_search.models import Actor, RuntimeAgent
from tests.importers.exports import AGENT, GUEST, MAYA, PRIYA, Files, channel, export_files, message, user
from tests.importers.imported import BOARD, DM_MAYA, LAUNCH, Workspace, whole_workspace

SLACK = ConnectorRef("slack", "acme")
CLEO = "U0CLEO"
NEXT_DAY = datetime(2026, 3, 3, 9, tzinfo=UTC)
TOMBSTONE = {"subtype": "tombstone", "user": "USLACKBOT", "hidden": True}


def board_of(*members: str, entries: tuple[object, ...] = (), **more: object) -> Files:
    """Give an export of #board with these members, and of Maya's direct message."""
    files = whole_workspace(board=list(entries), dm_maya=[message("plum", "1772445000.000100")])
    return files | {"groups.json": [channel(BOARD, "board", members=[*members, AGENT]) | more]}


def agent_id(workspace: Workspace) -> int:
    return RuntimeAgent.objects.get(slug=workspace.slug).pk


def speaks(workspace: Workspace, sender: str, sent_at: datetime = NEXT_DAY) -> None:
    """Let someone speak in #board, as the platform tells it live."""
    live = IncomingMessage(
        SLACK, IncomingConversation(BOARD), f"live-{sender}", IncomingSender(sender), sent_at, "good morning"
    )
    [stored] = messages.store(agent_id(workspace), [live])
    assert stored.status == "created"


def lists(workspace: Workspace, *members: str) -> None:
    """Let the platform list #board now."""
    conversations.put(agent_id(workspace), SLACK, IncomingConversation(BOARD, members=members))


def test_someone_who_left_before_the_export_does_not_read_the_room(workspace: Workspace) -> None:
    workspace.imports(board_of(MAYA, entries=(message(user=PRIYA),)))
    assert workspace.readers(BOARD) == [MAYA]
    assert workspace.finds(BOARD, "plum") == ["plum"]


@pytest.mark.privacy
def test_someone_who_spoke_after_the_export_reads_the_room(workspace: Workspace) -> None:
    files = board_of(MAYA, entries=(message(),))
    workspace.imports(files)
    speaks(workspace, CLEO)
    workspace.imports(files)
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
    assert workspace.finds(BOARD, "plum") == []


@pytest.mark.privacy
def test_someone_heard_before_the_first_import_still_reads_the_room(workspace: Workspace) -> None:
    workspace.imports(export_files())
    conversations.put(
        agent_id(workspace),
        SLACK,
        IncomingConversation(BOARD, kind="private_channel"),
        datetime(2026, 1, 1, tzinfo=UTC),
    )
    speaks(workspace, CLEO)
    workspace.imports(board_of(MAYA, entries=(message(),)))
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
    assert workspace.finds(BOARD, "plum") == []


@pytest.mark.privacy
def test_a_live_listing_is_not_replaced_by_an_older_export(workspace: Workspace) -> None:
    files = board_of(MAYA, entries=(message(),))
    workspace.imports(files)
    lists(workspace, MAYA, CLEO, AGENT)
    workspace.imports(files)
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
    assert workspace.finds(BOARD, "plum") == []


@pytest.mark.privacy
def test_the_listing_of_a_newer_export_counts_however_late_the_older_one_was_imported(
    workspace: Workspace,
) -> None:
    workspace.imports(board_of(MAYA, entries=(message(user=PRIYA),)))
    workspace.imports(board_of(MAYA, CLEO, entries=(message("hi", "1772445700.000100"),)))
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
    assert workspace.finds(BOARD, "plum") == []


@pytest.mark.privacy
def test_the_listing_of_an_older_export_changes_nothing(workspace: Workspace) -> None:
    workspace.imports(board_of(MAYA, CLEO, entries=(message("hi", "1772445700.000100"),)))
    workspace.imports(board_of(MAYA, entries=(message(),), is_private=False))
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
    assert workspace.finds(BOARD, "plum") == []


def test_who_stands_in_for_the_author_of_a_deleted_message_reads_nothing(workspace: Workspace) -> None:
    gone = message("This message was deleted.", "1772445601.000100", **TOMBSTONE)
    files = whole_workspace(dm_maya=[gone, message("plum", "1772445602.000100")])
    workspace.imports(files | {"dms.json": [{"id": DM_MAYA}]})
    assert workspace.readers(DM_MAYA) == [MAYA]
    assert workspace.finds(DM_MAYA, "plum") == ["plum"]


@pytest.mark.privacy
def test_an_outsider_stays_one_when_an_export_does_not_say_so(workspace: Workspace) -> None:
    files = whole_workspace(launch=[message()], board=[message("hi", user=GUEST)])
    members = [user(MAYA), user(PRIYA), user(CLEO)]
    workspace.imports(files | {"users.json": [*members, user(GUEST, is_restricted=True)]})
    workspace.imports(files | {"users.json": [*members, user(GUEST)]})
    assert Actor.objects.get(runtime_agent__slug=workspace.slug, external_id=GUEST).is_external
    assert workspace.finds(BOARD, "hello") == []


@pytest.mark.privacy
def test_a_room_stays_shared_when_an_export_does_not_say_so(workspace: Workspace) -> None:
    files = whole_workspace(launch=[message()])
    workspace.imports(files | {"groups.json": [channel(BOARD, "board", is_ext_shared=True)]})
    workspace.imports(files)
    assert workspace.finds(BOARD, "hello") == []
    assert workspace.finds(DM_MAYA, "hello") == ["hello"]


@pytest.mark.privacy
def test_a_channel_that_went_private_takes_its_history_with_it(workspace: Workspace) -> None:
    workspace.imports(whole_workspace(launch=[message()]))
    assert workspace.finds("D0PRIYA", "hello") == ["hello"]
    private = channel(members=[MAYA, AGENT], is_private=True)
    later = message("bye", "1772445700.000100")
    workspace.imports(whole_workspace(launch=[message(), later]) | {"channels.json": [private]})
    assert workspace.where_found("hello") == {LAUNCH, DM_MAYA}


def test_an_export_without_a_single_dated_entry_replaces_no_listing(workspace: Workspace) -> None:
    workspace.imports(board_of(MAYA, CLEO, entries=(message(),)))
    workspace.imports({"users.json": [user(MAYA)], "groups.json": [channel(BOARD, "board", members=[MAYA])]})
    assert workspace.readers(BOARD) == sorted([CLEO, MAYA])
