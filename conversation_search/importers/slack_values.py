"""Coercions for values of an export, where any key may be missing or of any type.

The JSON reader keeps every number as the text it was written in, so a value is a string, a truth value, None,
a list or an object.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from conversation_search.importers.slack_reasons import SkipReason

JsonObject = dict[str, object]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TS = re.compile(r"([0-9]{1,18})(?:\.([0-9]{1,6}))?", re.ASCII)
_FALSE_TEXTS = frozenset({"", "0", "false", "no", "none", "null"})
_LONGEST_ID = 255
_LONGEST_NAME = 200
_UNUSABLE_CATEGORIES = frozenset({"Cc", "Cs"})


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """A Slack `ts`: microseconds since 1970, its canonical text with six decimals, and the instant."""

    microseconds: int
    text: str
    instant: datetime


def timestamp(value: object) -> Timestamp | SkipReason:
    """Read a `ts` without passing through a float; a reason instead of a timestamp where it is unusable."""
    if value is None or value == "":
        return SkipReason.TS_MISSING
    match = _TS.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return SkipReason.TS_INVALID
    microseconds = int(match[1]) * 1_000_000 + int((match[2] or "").ljust(6, "0"))
    if microseconds == 0:
        return SkipReason.TS_MISSING
    try:
        instant = _EPOCH + timedelta(microseconds=microseconds)
    except OverflowError:
        return SkipReason.TS_OUT_OF_RANGE
    seconds, fraction = divmod(microseconds, 1_000_000)
    return Timestamp(microseconds, f"{seconds}.{fraction:06d}", instant)


def flag(value: object) -> bool:
    """Whether a flag is set. Anything that is not clearly false counts as set: every flag we read narrows."""
    if isinstance(value, str):
        return value.strip().lower() not in _FALSE_TEXTS
    return value is not None and value is not False and value not in ([], {})


def text_of(value: object) -> str:
    """Return the value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def object_of(value: object) -> JsonObject:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[JsonObject]:
    """Return the objects of a list; everything else in it, or in place of it, is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def identifier(value: object) -> str | None:
    """Return the value if it can serve as an external id: bounded printable text without padding."""
    if not isinstance(value, str) or not value or len(value) > _LONGEST_ID or value != value.strip():
        return None
    return None if any(unicodedata.category(char) in _UNUSABLE_CATEGORIES for char in value) else value


def name_of(value: object) -> str:
    """Return the value as a name to show: one line, bounded, U+FFFD where a character cannot be stored."""
    cut = text_of(value)[:_LONGEST_NAME]
    return "".join("\ufffd" if unicodedata.category(c) in _UNUSABLE_CATEGORIES else c for c in cut).strip()
