"""The invented workspace: who is in it, its rooms, and how it is imported."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from conversation_search.client.bodies import ConnectorName, Kind
from conversation_search.importers.slack_export import ImportRequest, import_export
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_report import Report

EXPORT: Final = Path(__file__).parent / "export"
AGENT: Final = "demo"
WORKSPACE: Final = "tidewell"
CONNECTOR: Final[ConnectorName] = {"type": "slack", "name": WORKSPACE}
AGENT_USERS: Final = frozenset({"U08MESH0001"})
QUESTION: Final = "Where did we decide to move Acme?"
QUERY: Final = 'decide move "Acme"'
"""What the agent searches for: any of the words, and the quoted one must occur."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who asks, or says something."""

    name: str
    external_id: str

    @property
    def first_name(self) -> str:
        """How colleagues call them."""
        return self.name.split()[0]


@dataclass(frozen=True, slots=True)
class Room:
    """One room: its id and kind on the platform, and what people call it."""

    external_id: str
    kind: Kind
    label: str


PRIYA: Final = Person("Priya Nair", "U08PRIYA001")
DANIEL: Final = Person("Daniel Brooks", "U08DANIEL01")
MARCUS: Final = Person("Marcus Okafor", "U08MARCUS01")
SOFIA: Final = Person("Sofia Lindqvist", "U08SOFIA001")
YUKI: Final = Person("Yuki Tanaka", "U08YUKI0001")
TOM: Final = Person("Tom Hale", "U08TOMHALE1")

LAUNCH: Final = Room("C08LAUNCH01", "public_channel", "#launch")
SHARED: Final = Room("C08ACMESHR", "public_channel", "#acme-shared")
DEAL_DESK: Final = Room("C08DEALDSK", "private_channel", "#deal-desk")
GROUP: Final = Room("C08MPDM0001", "group_direct", "Priya and Marcus")
DM_PRIYA: Final = Room("D08PRIYA001", "direct", "Priya's DM")
DM_DANIEL: Final = Room("D08DANIEL01", "direct", "Daniel's DM")
GO_NO_GO: Final = Room("G08GONOGO01", "private_channel", "#go-no-go")
"""A private channel that the export does not hold: the story makes it."""

ASKED_BY: Final = {
    DM_PRIYA: PRIYA,
    DM_DANIEL: DANIEL,
    LAUNCH: SOFIA,
    SHARED: TOM,
    DEAL_DESK: DANIEL,
    GROUP: MARCUS,
}
"""Every kind of room, and who asks there."""


def import_workspace(now: datetime) -> Report:
    """Import the workspace; a repeat stores nothing."""
    request = ImportRequest(AGENT, WORKSPACE, AGENT_USERS, now)
    with SlackExport.open(EXPORT, AGENT_USERS) as export:
        return import_export(export, request, lambda _days: None)
