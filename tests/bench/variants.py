"""The same search with less authorization: with rules that always say yes, or without any rule.

Both are made of the statements and functions of the product, so that they differ from it in nothing else.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.conf import settings

from conversation_search.managers import search
from conversation_search.managers.statements import Row, Statement
from tests.database import execute

STATEMENTS: Final = ("SEARCH_MESSAGES", "FIND_NEIGHBOURS", "HYDRATE_MESSAGES")
"""What a search runs that asks a rule, by its name in `managers.search`."""
RULES: Final = {
    "mesh_audience_allows": "mesh_audience, mesh_audience",
    "mesh_lineage_allows": "bigint[], bigint[]",
}
"""The two rules, with what they are asked about."""
ASKING: Final = ("mesh_room_allows", "mesh_allowed_audiences", "mesh_messages_allowed")
"""Functions that ask them."""


def install_yes() -> None:
    """Add rules that always say yes to the database, and copies of the functions that ask them."""
    for rule, arguments in RULES.items():
        execute(
            f"CREATE OR REPLACE FUNCTION public.yes_{rule}({arguments}) RETURNS boolean "
            "LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN true"
        )
    for name in ASKING:
        definition = re.sub(
            r"CREATE (OR REPLACE )?FUNCTION", "CREATE OR REPLACE FUNCTION", say_yes(newest_version(name))
        )
        execute(definition.replace("%", "%%"))


def newest_version(name: str) -> str:
    """Return the text of a function as the latest migration installs it."""
    versions = (settings.BASE_DIR / "migrations" / "sql" / "functions").glob(f"{name}_v*.sql")
    return max(versions, key=lambda path: int(path.stem.rpartition("_v")[2])).read_text(encoding="utf-8")


def say_yes(sql: str) -> str:
    """Return a text that asks the rules which always say yes."""
    return re.sub(rf"public\.({'|'.join((*RULES, *ASKING))})\b", r"public.yes_\1", sql)


def ask_nothing(sql: str) -> str:
    """Return a statement with every call of a rule replaced; raises ValueError when there is none to replace."""
    calls = list(re.finditer("|".join(map(re.escape, ANSWERS)), sql))
    if not calls:
        message = "the statement asks no rule"
        raise ValueError(message)
    for call in reversed(calls):
        arguments, end = _arguments(sql, call.end())
        sql = sql[: call.start()] + ANSWERS[call.group()](arguments) + sql[end:]
    return sql


def _only_context(arguments: list[str]) -> str:
    return f"CASE WHEN {arguments[0]} THEN 'already_in_context' END"


def _yes(_arguments: list[str]) -> str:
    return "true"


ANSWERS: Final[dict[str, Callable[[list[str]], str]]] = {
    "public.mesh_exclusion_rule": _only_context,
    "public.mesh_messages_allowed": _yes,
    "public.mesh_room_allows": _yes,
}
"""What stands in the place of each call. What nothing reads any more, such as the allowed audiences, never runs."""


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


@dataclass(frozen=True)
class Altered(Statement[Row]):
    """A statement whose text is altered."""

    alter: Callable[[str], str]

    @cached_property
    def sql(self) -> str:
        """The text of the file, altered."""
        return self.alter(Statement(self.name, self.row).sql)


class Variant:
    """Searches that run altered statements. These are kept, to be read and prepared once as the others are."""

    def __init__(self, alter: Callable[[str], str]) -> None:
        """Alter every statement that asks a rule."""
        self._altered: dict[str, Statement[object]] = {}
        for name in STATEMENTS:
            statement: Statement[object] = getattr(search, name)
            self._altered[name] = Altered(statement.name, statement.row, alter)

    @contextmanager
    def active(self) -> Iterator[None]:
        """Let searches run the altered statements."""
        originals = {name: getattr(search, name) for name in STATEMENTS}
        try:
            for name, statement in self._altered.items():
                setattr(search, name, statement)
            yield
        finally:
            for name, statement in originals.items():
                setattr(search, name, statement)
