"""Turns what a schema found wrong into refusals of fields, without repeating what was sent."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError

from conversation_search.errors import ConversationSearchError, FieldError, InvalidArgument, UnknownArgument

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What a key may look like to be named in an answer; anything else may be text."""
NO_BODY: Final = "Send one JSON object, with its Content-Length."
HINTS: Final = {
    "missing": "This field is required.",
    "extra_forbidden": "This key is not known here. Remove it.",
    "model_type": "Send a JSON object.",
    "model_attributes_type": "Send a JSON object.",
    "union_tag_invalid": "This value cannot be accepted.",
    "string_unicode": "Use valid Unicode.",
}
"""Where the schema's own words would not help, or would repeat a value."""


def refusal_of(error: ValidationError) -> ConversationSearchError:
    """Return the refusal of a body that was parsed by its model alone."""
    return refusal(error.errors(include_url=False, include_context=False, include_input=False))


def refusal(problems: Iterable[Mapping[str, Any]]) -> ConversationSearchError:
    """Return the refusal of what pydantic found, each problem with its `type`, its `loc` and its `msg`."""
    fields = tuple(_field_error(problem) for problem in problems)
    unknown = [field for field in fields if field.code == UnknownArgument.code]
    kind = UnknownArgument if unknown else InvalidArgument
    first = (unknown or fields)[0]
    return kind(f"{first.field}: {first.hint}", fields)


def _field_error(problem: Mapping[str, Any]) -> FieldError:
    known = problem["type"] != "extra_forbidden"
    code = InvalidArgument.code if known else UnknownArgument.code
    return FieldError(_path(problem["loc"]), code, _hint(problem))


def _hint(problem: Mapping[str, Any]) -> str:
    if problem["type"] == "missing" and not problem["loc"]:
        return NO_BODY
    return HINTS.get(problem["type"]) or str(problem["msg"]).removeprefix("Value error, ")


def _path(parts: tuple[str | int, ...]) -> str:
    path = ""
    for part in parts:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += ("." if path else "") + (part if NAME.fullmatch(part) else "?")
    return path or "body"
