"""Read a Slack export: users, rooms, and the entries of each room day by day. Knows no tables.

At most one day file is in memory at a time, beside the lists of users, rooms and files and, for the room
being read, some hundred bytes per message to recognize repeats.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from conversation_search import limits
from conversation_search.importers.slack_archive import Archive, open_archive
from conversation_search.importers.slack_dating import newest_moment
from conversation_search.importers.slack_errors import SlackExportError, UnreadableFileError
from conversation_search.importers.slack_folders import with_folders
from conversation_search.importers.slack_json import has_damaged_key, parse_list
from conversation_search.importers.slack_layout import (
    ROOM_LISTINGS,
    USER_LISTINGS,
    DayFile,
    Layout,
    read_layout,
)
from conversation_search.importers.slack_messages import EntryReader, usable_ts
from conversation_search.importers.slack_people import People, read_people
from conversation_search.importers.slack_reasons import Problem, SkipReason
from conversation_search.importers.slack_records import Day, Entry, Room, Skipped, User
from conversation_search.importers.slack_repeats import Repeats
from conversation_search.importers.slack_rooms import read_rooms
from conversation_search.importers.slack_text import Names
from conversation_search.importers.slack_values import timestamp


class SlackExport:
    """An open export, to be used as a context manager.

    `problems` counts by closed label what went wrong beside single entries, so far.
    """

    def __init__(self, archive: Archive, agent_users: frozenset[str]) -> None:
        """Read the listings of an open archive; see `open`."""
        self.problems: Counter[str] = Counter()
        self._archive = archive
        self._layout: Layout = read_layout(archive, self.problems)
        self._people: People = read_people(self._listed(USER_LISTINGS, "users"), self.problems, agent_users)
        if not any(self._layout.listings[name] for name in USER_LISTINGS):
            self.problems[Problem.LISTING_USERS_MISSING] += 1
        self._rooms = self._read_rooms()
        public = (room for room in self._rooms if room.kind == "public_channel")
        self._public_names = {room.external_thread_id: room.name for room in public}

    @classmethod
    def open(cls, path: str | Path, agent_users: frozenset[str] = frozenset()) -> Self:
        """Open a zip or a folder; raise SlackExportError where it is no readable export.

        `agent_users` are the agent's own account ids: they are of this workspace even where no list names
        them.
        """
        archive = open_archive(Path(path))
        try:
            return cls(archive, agent_users)
        except BaseException:
            archive.close()
            raise

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the archive."""
        self._archive.close()

    def users(self) -> list[User]:
        """Return every listed account, in the order of the lists."""
        return list(self._people.users.values())

    def rooms(self) -> list[Room]:
        """Return every listed room, then one quarantined room for each folder that no listing explains."""
        return list(self._rooms)

    def day_count(self, room: Room) -> int:
        """Return how many day files the room has, readable or not."""
        return len(self._day_files(room))

    def newest_moment(self, not_after: datetime) -> datetime | None:
        """Return the time of the newest entry up to `not_after`: the listings are at least that new."""
        files = (file for files in self._layout.folders.values() for file in files)
        return newest_moment(self._archive, files, not_after)

    def entries(self, room: Room) -> Iterator[Entry]:
        """Yield every entry of a room: days in order, within a day by time, each exactly once."""
        for day in self.days(room):
            yield from day.entries

    def days(self, room: Room) -> Iterator[Day]:
        """Yield the readable day files of a room in order; an unreadable one is counted, the others go on."""
        repeats = Repeats()
        reader = EntryReader(self._names(room), self.problems)
        for file in self._day_files(room):
            try:
                values = self._values(file)
            except UnreadableFileError as error:
                self.problems[error.problem] += 1
                continue
            if room.quarantine is not None:
                yield Day(file.name, tuple(quarantined(value, room.quarantine) for value in values))
            else:
                yield Day(file.name, tuple(repeats.checked(read_one(reader, value)) for value in values))
            del values

    def _day_files(self, room: Room) -> list[DayFile]:
        files = (file for folder in room.folders for file in self._layout.folders.get(folder, ()))
        return sorted(files, key=lambda file: file.name)

    def _values(self, day: DayFile) -> list[object]:
        """Parse one day file and sort it by time; objects that lost a key to broken encoding are marked."""
        data = self._archive.read(day.file, limits.EXPORT_DAY_FILE_BYTES)
        try:
            values = parse_list(data)
        except UnreadableFileError as error:
            if error.problem is not Problem.FILE_INVALID_UTF8:
                raise
            self.problems[error.problem] += 1
            values = [mended(value) for value in parse_list(data, "replace")]
        return sorted(values, key=sort_key)

    def _listed(self, names: tuple[str, ...], what: str) -> Iterator[object]:
        for _name, value in self._listings(names, what):
            yield value

    def _listings(self, names: tuple[str, ...], what: str) -> Iterator[tuple[str, object]]:
        """Yield the listings' entries; one that is there but unreadable ends it: it might have narrowed."""
        for name in names:
            for file in self._layout.listings[name]:
                try:
                    values = parse_list(self._archive.read(file, limits.EXPORT_LISTING_BYTES))
                except UnreadableFileError as error:
                    message = (
                        f"{name} cannot be read ({error.problem}), so the {what} are unknown: export again."
                    )
                    raise SlackExportError(message) from error
                yield from ((name, value) for value in values)

    def _read_rooms(self) -> list[Room]:
        rooms = read_rooms(self._listings(ROOM_LISTINGS, "rooms"), self._people, self.problems)
        return with_folders(rooms, self._layout.folders)

    def _names(self, room: Room) -> Names:
        """Return the names that this room's messages may show: no channel's where outsiders read the room."""
        readers_are_known = room.members is not None and not room.externally_shared
        return Names(self._people, self._public_names if readers_are_known else {})


class _Unreadable:
    """Stands in for an object whose keys cannot be trusted."""


def mended(value: object) -> object:
    """Return the value, or the stand-in for one that lost bytes of a key."""
    return _Unreadable() if has_damaged_key(value) else value


def read_one(reader: EntryReader, value: object) -> Entry:
    """Read one value of a day file."""
    return Skipped(SkipReason.DAMAGED, None) if isinstance(value, _Unreadable) else reader.read(value)


def quarantined(value: object, reason: SkipReason) -> Skipped:
    """Count one value of a folder that nothing is imported from."""
    return Skipped(reason, usable_ts(value) if isinstance(value, dict) else None)


def sort_key(value: object) -> int:
    """Return the time of a value in microseconds; those without one come first."""
    moment = timestamp(value.get("ts")) if isinstance(value, dict) else None
    return moment.microseconds if moment is not None and not isinstance(moment, str) else 0
