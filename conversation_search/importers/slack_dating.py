"""Say how new an export is. The dates of its files lie, as copies carry the date of the copying; entries do not."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from conversation_search import limits
from conversation_search.importers.slack_archive import Archive
from conversation_search.importers.slack_errors import UnreadableFileError
from conversation_search.importers.slack_json import parse_list
from conversation_search.importers.slack_layout import DayFile
from conversation_search.importers.slack_values import Timestamp, timestamp


def newest_moment(archive: Archive, files: Iterable[DayFile], not_after: datetime) -> datetime | None:
    """Return the time of the newest entry of the newest day that has one; None where no entry has a time.

    The listings of the export are at least that new. Times later than `not_after` are mistakes and count for
    nothing.
    """
    newest_first = sorted(files, key=attrgetter("name"), reverse=True)
    for _day, of_day in groupby(newest_first, key=attrgetter("name")):
        moments = [moment for file in of_day for moment in moments_of(archive, file) if moment <= not_after]
        if moments:
            return max(moments)
    return None


def moments_of(archive: Archive, file: DayFile) -> Iterator[datetime]:
    """Yield the times of a day file's entries; nothing where it cannot be read, which its import reports."""
    try:
        values = parse_list(archive.read(file.file, limits.EXPORT_DAY_FILE_BYTES), "replace")
    except UnreadableFileError:
        return
    for value in values:
        moment = timestamp(value.get("ts")) if isinstance(value, dict) else None
        if isinstance(moment, Timestamp):
            yield moment.instant
