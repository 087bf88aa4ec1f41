"""Find the parts of an export inside its zip or folder: the listings, and the day files of each folder."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from conversation_search import limits
from conversation_search.importers.slack_archive import Archive, ArchiveFile
from conversation_search.importers.slack_errors import SlackExportError
from conversation_search.importers.slack_reasons import Problem

ROOM_LISTINGS = ("channels.json", "groups.json", "mpims.json", "dms.json")
USER_LISTINGS = ("users.json", "org_users.json")

_DAY_FILE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.json", re.ASCII)
_ROOM_AND_DAY = 2


@dataclass(frozen=True, slots=True)
class DayFile:
    """One day file: the date in its name, and where it is."""

    name: str
    file: ArchiveFile


@dataclass(slots=True)
class Layout:
    """The listings by file name, and the day files by folder name (NFC), each in order of date."""

    listings: dict[str, list[ArchiveFile]] = field(default_factory=lambda: defaultdict(list))
    folders: dict[str, list[DayFile]] = field(default_factory=lambda: defaultdict(list))


def read_layout(archive: Archive, problems: Counter[str]) -> Layout:
    """Lay out the export; raise SlackExportError where there is none, or several, or too much of it."""
    files = bounded(archive.scan(problems))
    root = export_root(files)
    layout = Layout()
    for file in files:
        if is_system_clutter(file):
            continue
        if file.parts[: len(root)] == root:
            place(layout, file, file.parts[len(root) :], problems)
        elif not file.is_folder:
            problems[Problem.PATH_OUTSIDE_EXPORT] += 1
    return in_order(layout, problems)


def bounded(files: Iterable[ArchiveFile]) -> list[ArchiveFile]:
    """List the files, refusing an archive with too many of them or with too much JSON in them."""
    listed: list[ArchiveFile] = []
    total = 0
    for file in files:
        listed.append(file)
        total += file.size if file.parts[-1].endswith(".json") else 0
        if len(listed) > limits.EXPORT_FILES or total > limits.EXPORT_TOTAL_BYTES:
            message = (
                "The export is larger than one import may read: export shorter date ranges and import each."
            )
            raise SlackExportError(message)
    return listed


def export_root(files: list[ArchiveFile]) -> tuple[str, ...]:
    """Return the topmost folder that holds room listings: zips often wrap the export in a folder."""
    listings = (file for file in files if file.parts[-1] in ROOM_LISTINGS and not file.is_folder)
    roots = {file.parts[:-1] for file in listings if not is_system_clutter(file)}
    if not roots:
        message = f"No {', '.join(ROOM_LISTINGS)} found: this is not a Slack export in JSON format."
        raise SlackExportError(message)
    depth = min(len(root) for root in roots)
    topmost = [root for root in roots if len(root) == depth]
    if len(topmost) > 1:
        message = "Several exports lie side by side in it: import each one by itself."
        raise SlackExportError(message)
    return topmost[0]


def is_system_clutter(file: ArchiveFile) -> bool:
    """Whether an operating system left this beside the export (macOS resource forks, folder settings)."""
    return file.parts[0] == "__MACOSX" or file.parts[-1].startswith("._") or file.parts[-1] == ".DS_Store"


def place(layout: Layout, file: ArchiveFile, parts: tuple[str, ...], problems: Counter[str]) -> None:
    """Put one file of the export where it belongs; other files at the top are no conversations."""
    if file.is_folder:
        if len(parts) == 1:
            layout.folders[folder_key(parts[0])].extend(())
    elif len(parts) == 1:
        if parts[0] in ROOM_LISTINGS or parts[0] in USER_LISTINGS:
            layout.listings[parts[0]].append(file)
    elif len(parts) == _ROOM_AND_DAY and (match := _DAY_FILE.fullmatch(parts[1])):
        layout.folders[folder_key(parts[0])].append(DayFile(match[1], file))
    else:
        problems[Problem.FILE_IGNORED] += 1


def folder_key(name: str) -> str:
    """Return the name in one Unicode form: macOS stores file names decomposed."""
    return unicodedata.normalize("NFC", name)


def in_order(layout: Layout, problems: Counter[str]) -> Layout:
    """Sort the day files of each folder by date, and count dates that occur twice."""
    for days in layout.folders.values():
        days.sort(key=lambda day: day.name)
        repeated = len(days) - len({day.name for day in days})
        if repeated:
            problems[Problem.FILE_REPEATED_DAY] += repeated
    return layout
