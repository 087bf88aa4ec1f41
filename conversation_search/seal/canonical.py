"""The one way in which a row becomes bytes, whatever server and driver it was read with; see docs/audit-seal.md.

A value arrives as the database writes it in `mesh_sealed_values`: `=` and its text, or nothing at all for NULL.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, Final

from conversation_search.seal.errors import UnknownKind

FORMAT: Final = 1
"""The version of the form; it is part of what is hashed."""
REMEMBERED: Final = 4_096
"""Small JSON texts whose canonical form is kept: filters and audiences repeat from row to row."""
SMALL: Final = 400
"""Characters up to which a JSON text is small."""


class Number(str):
    """A JSON number, kept as it is written: never rounded to what a float can hold."""

    __slots__ = ()


def canonical_json(value: object) -> str:
    """Return JSON without blanks, keys in the order of their code points, numbers as plain exact decimals."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_quoted(key)}:{canonical_json(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, Number):
        return _decimal(value)
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    message = f"{type(value).__name__} has no canonical form."
    raise UnknownKind(message)


def parsed(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    """Parse JSON, its numbers exactly as they are written."""
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_refused)


def canonical_text(text: str) -> str:
    """Return the canonical form of a JSON text."""
    return _small(text) if len(text) <= SMALL else canonical_json(parsed(text))


@lru_cache(maxsize=REMEMBERED)
def _small(text: str) -> str:
    return canonical_json(parsed(text))


def _decimal(text: str) -> str:
    """Return a number without exponent, without zeros at its ends, and without a sign for zero."""
    if "e" in text or "E" in text:
        text = _positional(text)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _positional(text: str) -> str:
    digits, _, exponent = text.lower().partition("e")
    sign = "-" if digits.startswith("-") else ""
    whole, _, fraction = digits.removeprefix("-").partition(".")
    shift = int(exponent)
    if shift >= 0:
        fraction = fraction.ljust(shift, "0")
        whole, fraction = whole + fraction[:shift], fraction[shift:]
    else:
        whole = whole.rjust(1 - shift, "0")
        whole, fraction = whole[:shift], whole[shift:] + fraction
    return f"{sign}{whole.lstrip('0') or '0'}.{fraction or '0'}"


def _quoted(text: str) -> str:
    return encode_basestring(text)


def _refused(word: str) -> object:
    message = f"{word} is no JSON number."
    raise UnknownKind(message)


KINDS: Final[dict[str, Callable[[str], str]]] = {
    "bigint": str,
    "integer": str,
    "smallint": str,
    "boolean": str,
    "text": _quoted,
    "character varying": _quoted,
    "uuid": _quoted,
    "bytea": _quoted,
    "double precision": _quoted,
    "timestamp with time zone": _quoted,
    "jsonb": canonical_text,
    "bigint[]": canonical_text,
    "integer[]": canonical_text,
    "text[]": canonical_text,
}
"""How a value of each type, as the database hands it over, is written in the canonical form."""


class RowForm:
    """The canonical form of the rows of one stream: which columns, in which order, of which types."""

    def __init__(self, stream: str, kinds: dict[str, str]) -> None:
        """Take the columns with their types; raises UnknownKind for a type that has no form."""
        unknown = sorted({kind for kind in kinds.values() if kind not in KINDS})
        if unknown:
            message = f"{stream}: no canonical form for {', '.join(unknown)}."
            raise UnknownKind(message)
        self.columns: Final = tuple(sorted(kinds))
        self._parts: Final = [(f"{_quoted(column)}:", KINDS[kinds[column]]) for column in self.columns]
        self._stream: Final = _quoted(stream)

    def content(self, number: int, values: Sequence[str]) -> bytes:
        """Return the bytes of one row; its values stand in the order of `columns`."""
        row = ",".join(
            name + (form(value[1:]) if value else "null")
            for (name, form), value in zip(self._parts, values, strict=True)
        )
        text = f'{{"format":{FORMAT},"number":{number},"row":{{{row}}},"stream":{self._stream}}}'
        return text.encode()

    def leaf(self, number: int, values: Sequence[str]) -> bytes:
        """Return the hash of one row as a leaf of the tree."""
        return leaf_hash(self.content(number, values))


def leaf_hash(content: bytes) -> bytes:
    """Return the hash of a leaf, as RFC 6962 has it: SHA-256 over a zero byte and the content."""
    return hashlib.sha256(b"\x00" + content).digest()
