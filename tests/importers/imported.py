"""Imports small exports into a perspective and asks what came of it, through search and below it."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from conversation_search.importers.slack_export import ImportRequest, import_export
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_report import Report
from conversation_search.models import Actor, Conversation
from tests.database import column, rows, value
from tests.factories import RunFactory
from tests.importers.exports import AGENT, MAYA, PRIYA, Files, channel, export_files, user, write_folder
from tests.search.asking import ask, shown_texts

NOW: Final = datetime(2026, 12, 1, 12, tzinfo=UTC)
LAUNCH, BOARD, DM_MAYA, DM_PRIYA, GROUP = "C0LAUNCH", "G0BOARD", "D0MAYA", "D0PRIYA", "G0GROUP"

STATE: Final = {
    "rooms": """
        SELECT external_thread_id, kind, name, members, flagged_shared, has_external_participant, restricted,
            listed_as_of, members_as_of > listed_as_of
        FROM conversations AS room JOIN runtime_agents AS agent ON agent.id = room.runtime_agent_id
        WHERE agent.slug = %(slug)s::text
    """,
    "messages": """
        SELECT room.external_thread_id, event.external_message_id, sender.external_id, event.body, event.sent_at,
            event.edited_at, event.deleted_at IS NOT NULL, event.revision, audience.visibility, audience.readers,
            audience.externally_shared, evidence.class_id IS NOT NULL
        FROM message_events AS event
        JOIN runtime_agents AS agent ON agent.id = event.runtime_agent_id
        JOIN conversations AS room ON room.id = event.conversation_id
        JOIN actors AS sender ON sender.id = event.actor_id
        LEFT JOIN message_source_evidence AS evidence ON evidence.message_event_id = event.id
        LEFT JOIN audiences AS audience ON audience.id = evidence.audience_id
        WHERE agent.slug = %(slug)s::text
    """,
    "people": """
        SELECT actor.external_id, actor.display_name, actor.organization, actor.is_agent, actor.is_external
        FROM actors AS actor JOIN runtime_agents AS agent ON agent.id = actor.runtime_agent_id
        WHERE agent.slug = %(slug)s::text
    """,
    "participants": """
        SELECT room.external_thread_id, actor.external_id, here.last_spoke_at IS NOT NULL,
            here.last_spoke_at >= room.members_as_of
        FROM conversation_participants AS here
        JOIN conversations AS room ON room.id = here.conversation_id
        JOIN actors AS actor ON actor.id = here.actor_id
        JOIN runtime_agents AS agent ON agent.id = here.runtime_agent_id
        WHERE agent.slug = %(slug)s::text
    """,
}


def everything_in(slug: str) -> dict[str, list[Any]]:
    """Return all that is stored of a perspective but row ids and arrival times, in an order of its own."""
    return {name: sorted(rows(statement, slug=slug), key=repr) for name, statement in STATE.items()}


@dataclass(frozen=True, slots=True)
class Workspace:
    """A perspective that exports are imported into; files are written below `folder`."""

    folder: Path
    slug: str = "imported"
    agent_users: frozenset[str] = frozenset({AGENT})
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def write(self, files: Mapping[str, object]) -> Path:
        """Write an export to a folder of its own."""
        return write_folder(self.folder / f"export-{next(self.numbers)}", files)

    def imports(
        self,
        files: Mapping[str, object] | Path,
        *,
        dry_run: bool = False,
        advance: Callable[[int], None] = lambda _days: None,
    ) -> Report:
        """Import an export and return its report."""
        path = files if isinstance(files, Path) else self.write(files)
        request = ImportRequest(self.slug, "acme", self.agent_users, NOW, dry_run)
        with SlackExport.open(path, self.agent_users) as export:
            return import_export(export, request, advance)

    def room(self, room_id: str) -> Conversation:
        """Return a room as it is stored."""
        return Conversation.objects.get(runtime_agent__slug=self.slug, external_thread_id=room_id)

    def finds(self, room_id: str, query: str = "hello", asker: str | None = None) -> list[str]:
        """Search in a room, asked by someone or by nobody, and return every text that is shown."""
        requester = Actor.objects.get(runtime_agent__slug=self.slug, external_id=asker) if asker else None
        return shown_texts(
            ask(RunFactory.create(conversation=self.room(room_id), requester=requester), query)
        )

    def where_found(self, query: str) -> set[str]:
        """Return the rooms in which a search that nobody asked for shows something."""
        ids = column(
            "SELECT external_thread_id FROM conversations AS room JOIN runtime_agents AS agent "
            "ON agent.id = room.runtime_agent_id WHERE agent.slug = %(slug)s::text",
            slug=self.slug,
        )
        return {room_id for room_id in ids if self.finds(room_id, query)}

    def bodies(self) -> list[str]:
        """Return the text of every stored message, in order of time."""
        return [
            row[3] for row in sorted(everything_in(self.slug)["messages"], key=lambda row: (row[4], row[1]))
        ]

    def readers(self, room_id: str) -> list[str] | None:
        """Return who reads an answer given in a room now."""
        found: list[str] | None = value(
            "SELECT (mesh_destination_audience(%(id)s::bigint, NULL)).readers", id=self.room(room_id).pk
        )
        return found


def whole_workspace(**entries: list[object]) -> Files:
    """Give an export with a room of every kind, each with the entries that are named for it."""
    files = export_files(
        *entries.get("launch", []),
        users=[user(MAYA), user(PRIYA), user("U0CLEO"), user(AGENT, is_bot=True)],
        channels=[channel(members=[MAYA, PRIYA, "U0CLEO", AGENT])],
        groups=[channel(BOARD, "board", members=[MAYA, PRIYA, AGENT])],
        mpims=[channel(GROUP, "mpdm-maya--priya--mesh-1", members=[MAYA, PRIYA, AGENT])],
        dms=[{"id": DM_MAYA, "members": [MAYA, AGENT]}, {"id": DM_PRIYA, "members": [PRIYA, AGENT]}],
    )
    folders = {
        "board": "board",
        "group": "mpdm-maya--priya--mesh-1",
        "dm_maya": DM_MAYA,
        "dm_priya": DM_PRIYA,
    }
    return files | {
        f"{folder}/2026-03-02.json": entries[name] for name, folder in folders.items() if name in entries
    }
