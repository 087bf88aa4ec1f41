"""Parse the JSON files of an export, whatever is in them."""

import json

from conversation_search.importers.slack_errors import UnreadableFileError
from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_values import JsonObject

_REPLACEMENT = "\ufffd"


def parse_list(data: bytes, encoding_errors: str = "strict") -> list[object]:
    """Parse a file that must hold a JSON list; raise UnreadableFileError where it does not.

    Numbers stay the text they were written as: a `ts` must not pass through a float, and NaN is not a number
    to us.
    """
    try:
        text = data.decode("utf-8-sig", encoding_errors)
    except UnicodeDecodeError as error:
        raise UnreadableFileError(Problem.FILE_INVALID_UTF8) from error
    try:
        value: object = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except RecursionError as error:
        raise UnreadableFileError(Problem.FILE_TOO_DEEP) from error
    except ValueError as error:
        raise UnreadableFileError(Problem.FILE_INVALID_JSON) from error
    if not isinstance(value, list):
        raise UnreadableFileError(Problem.FILE_NOT_A_LIST)
    return value


def has_damaged_key(value: object) -> bool:
    """Whether a key somewhere in the value lost bytes when invalid UTF-8 was replaced.

    A damaged key hides what it said: that a message is a quotation, a tombstone, or from a foreign team.
    """
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, dict):
            entry: JsonObject = item
            if any(_REPLACEMENT in key for key in entry):
                return True
            pending.extend(entry.values())
    return False
