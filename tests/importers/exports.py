"""Build small Slack exports, tidy or broken, as folders and zips."""

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_records import Entry, Message, Room, Skipped

Files = dict[str, object]
Reader = Callable[..., SlackExport]

MAYA = "U0MAYA"
PRIYA = "U0PRIYA"
GUEST = "U0GUEST"
AGENT = "U0AGENT"
DAY = "2026-03-02.json"
TS = "1772445600.000100"


def user(user_id: str, **more: object) -> dict[str, object]:
    """Give one entry of users.json, of the workspace's own team unless said otherwise."""
    name = user_id.removeprefix("U0").title()
    entry: dict[str, object] = {"id": user_id, "team_id": "T0OWN", "name": name.lower()}
    return entry | {"profile": {"display_name": name}} | more


def message(text: object = "hello", ts: object = TS, **more: object) -> dict[str, object]:
    """Give one entry of a day file, written by Maya unless said otherwise."""
    return {"type": "message", "user": MAYA, "text": text, "ts": ts} | more


def channel(room_id: str = "C0LAUNCH", name: str = "launch", **more: object) -> dict[str, object]:
    """Give one entry of channels.json with Maya and Priya in it."""
    return {"id": room_id, "name": name, "members": [MAYA, PRIYA]} | more


def export_files(*entries: object, **listings: Sequence[object]) -> Files:
    """Give an export of one public channel whose only day holds these entries; listings replace files."""
    files: Files = {
        "users.json": [user(MAYA), user(PRIYA), user(AGENT, is_bot=True)],
        "channels.json": [channel()],
        f"launch/{DAY}": list(entries),
    }
    return files | {f"{name}.json": value for name, value in listings.items()}


def as_bytes(value: object) -> bytes:
    """Give a file's bytes: as they are, or the value as JSON."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def write_folder(root: Path, files: Mapping[str, object]) -> Path:
    """Write an export as a folder; a name that ends in a slash is an empty folder."""
    for name, value in files.items():
        path = root / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(as_bytes(value))
    return root


def write_zip(path: Path, files: Mapping[str, object]) -> Path:
    """Write an export as a zip."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in files.items():
            archive.writestr(name, b"" if name.endswith("/") else as_bytes(value))
    return path


def room_named(export: SlackExport, name: str) -> Room:
    """Give the one room of that name."""
    [room] = [room for room in export.rooms() if room.name == name]
    return room


def entries_of(export: SlackExport) -> list[Entry]:
    """Give all entries of all rooms."""
    return [entry for room in export.rooms() for entry in export.entries(room)]


def messages_of(export: SlackExport) -> list[Message]:
    """Give all messages of all rooms."""
    return [entry for entry in entries_of(export) if isinstance(entry, Message)]


def texts_of(export: SlackExport) -> list[str]:
    """Give the text of all messages."""
    return [one.text for one in messages_of(export)]


def texts_in(export: SlackExport, room: str) -> list[str]:
    """Give the text of all messages of the room of that name."""
    return [one.text for one in export.entries(room_named(export, room)) if isinstance(one, Message)]


def skipped_of(export: SlackExport) -> Counter[str]:
    """Count the skipped entries by reason."""
    return Counter(entry.reason for entry in entries_of(export) if isinstance(entry, Skipped))
