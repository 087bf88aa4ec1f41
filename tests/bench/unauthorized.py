"""The search as it would be if everything could be disclosed: the same statements without the calls of the rules."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from conversation_search.managers import search
from conversation_search.managers.statements import Row, Statement

STATEMENTS: Final = ("SEARCH_MESSAGES", "HYDRATE_MESSAGES")
"""What a search runs that asks a rule, by its name in `managers.search`."""


def _only_context(arguments: list[str]) -> str:
    return f"CASE WHEN {arguments[0]} THEN 'already_in_context' END"


def _yes(_arguments: list[str]) -> str:
    return "true"


REPLACED: Final[dict[str, Callable[[list[str]], str]]] = {
    "public.mesh_exclusion_rule": _only_context,
    "public.mesh_messages_allowed": _yes,
    "public.mesh_room_allows": _yes,
}
"""What stands in the place of each rule. What nothing reads any more, such as the allowed audiences, never runs."""


@dataclass(frozen=True)
class Unauthorized(Statement[Row]):
    """A statement that asks no rule."""

    @cached_property
    def sql(self) -> str:
        """The text of the file without its rules; raises ValueError when it has none."""
        return without_rules(Statement(self.name, self.row).sql)


def without_rules(sql: str) -> str:
    """Return a statement with every call of a rule replaced; raises ValueError when there is none to replace."""
    calls = list(re.finditer("|".join(map(re.escape, REPLACED)), sql))
    if not calls:
        message = "the statement asks no rule"
        raise ValueError(message)
    for call in reversed(calls):
        arguments, end = _arguments(sql, call.end())
        sql = sql[: call.start()] + REPLACED[call.group()](arguments) + sql[end:]
    return sql


def _arguments(sql: str, opening: int) -> tuple[list[str], int]:
    """Split the arguments of the call whose bracket opens at `opening`, and tell where it ends."""
    depth, start, arguments = 0, opening + 1, []
    for place in range(opening, len(sql)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sql[place], 0)
        if depth == 0 or (depth == 1 and sql[place] == ","):
            arguments.append(sql[start:place].strip())
            start = place + 1
        if depth == 0:
            return arguments, place + 1
    message = "a call never ends"
    raise ValueError(message)


@contextmanager
def without_authorization() -> Iterator[None]:
    """Let searches ask no rule."""
    authorized = {name: getattr(search, name) for name in STATEMENTS}
    for name, statement in _unauthorized().items():
        setattr(search, name, statement)
    try:
        yield
    finally:
        for name, statement in authorized.items():
            setattr(search, name, statement)


_kept: dict[str, Unauthorized[object]] = {}


def _unauthorized() -> dict[str, Unauthorized[object]]:
    """Make the statements once, so that they are read and prepared once, as the others are."""
    if not _kept:
        for name in STATEMENTS:
            statement = getattr(search, name)
            _kept[name] = Unauthorized(statement.name, statement.row)
    return _kept
