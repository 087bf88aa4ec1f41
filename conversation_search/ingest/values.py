"""What a text, a name or an id from a platform may look like. Each check raises ValueError with a hint."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Final

from conversation_search import limits
from conversation_search.text import storable

LAYOUT: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Control characters, line separators and direction overrides: in a name they could pose as another line."""
CONNECTOR_TYPE: Final = re.compile(r"[a-z0-9_-]{1,100}")
EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""No platform is older; an earlier time is a defect of its sender."""

EXTERNAL_ID_HINT: Final = (
    f"Use 1 to {limits.EXTERNAL_ID_CHARACTERS} characters, without padding and without control characters."
)
CONNECTOR_TYPE_HINT: Final = "Use lower-case letters, digits, hyphens and underscores."


def byte_length(text: str) -> int:
    """Return the length of a storable text in bytes of UTF-8."""
    return len(text.encode("utf-8"))


def shown_name(name: str | None) -> str | None:
    """Return a name on one line, cut to its limit; None for one without anything to show."""
    if name is None:
        return None
    clean = LAYOUT.sub(" ", storable(name))
    return " ".join(clean.split())[: limits.NAME_CHARACTERS].strip() or None


def check_external_id(text: str) -> str:
    """Return an id of a platform as it is; ids are compared byte by byte, so nothing of one is repaired."""
    if (
        not 1 <= len(text) <= limits.EXTERNAL_ID_CHARACTERS
        or text != text.strip()
        or any(unicodedata.category(character) in {"Cc", "Cs"} for character in text)
    ):
        raise ValueError(EXTERNAL_ID_HINT)
    return text


def check_connector_type(text: str) -> str:
    """Return the type of a connector as it is."""
    if not CONNECTOR_TYPE.fullmatch(text):
        raise ValueError(CONNECTOR_TYPE_HINT)
    return text


def check_moment(moment: datetime) -> datetime:
    """Return a time in UTC; naive ones and those before 1970 are refused."""
    if moment.tzinfo is None or moment.utcoffset() is None:
        message = "Send a time with its offset."
        raise ValueError(message)
    if moment.year < EARLIEST.year:
        message = "This time is before 1970."
        raise ValueError(message)
    return moment.astimezone(UTC)
