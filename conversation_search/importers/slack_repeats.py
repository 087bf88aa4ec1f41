"""Recognize repeated entries of one room: Slack's ids are unique in a room, exports sometimes are not."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from conversation_search.importers.slack_reasons import SkipReason
from conversation_search.importers.slack_records import Entry, Message, Skipped

# Sender id, time of the newest edit, fingerprint of the text.
Version = tuple[str, datetime, int]

_NEVER_EDITED = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Repeats:
    """What one room's messages said so far: per id a sender, an edit time and a fingerprint, never text."""

    _seen: dict[str, Version] = field(default_factory=dict)

    def checked(self, entry: Entry) -> Entry:
        """Return the entry, or why it repeats an earlier one; a newer text by the same sender does not."""
        if not isinstance(entry, Message):
            return entry
        edited_at = entry.edited_at or _NEVER_EDITED
        version = (entry.sender.external_id, edited_at, hash(entry.text))
        known = self._seen.get(entry.external_message_id)
        if known is None or is_newer(known, version):
            self._seen[entry.external_message_id] = version
            return entry
        return Skipped(reason_for(known, version), entry.external_message_id)


def is_newer(known: Version, version: Version) -> bool:
    """Whether the version changes the text, later than the known one and by the same sender."""
    return known[0] == version[0] and known[1] < version[1] and known[2] != version[2]


def reason_for(known: Version, version: Version) -> SkipReason:
    """Say in which way a version adds nothing to the known one."""
    if (known[0], known[2]) == (version[0], version[2]):
        return SkipReason.DUPLICATE_IDENTICAL
    if known[0] == version[0] and version[1] < known[1]:
        return SkipReason.DUPLICATE_OLDER_VERSION
    return SkipReason.DUPLICATE_CONFLICTING
