"""Looks whether everything is in place that an answer needs, one named check after the other."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from conversation_search import limits
from conversation_search.errors import ConversationSearchError
from conversation_search.managers import readiness
from conversation_search.managers.rooms import read_clock

CREATE_FUNCTION: Final = re.compile(r"^CREATE (?:OR REPLACE )?FUNCTION public\.(\w+)", re.MULTILINE)
CREATE_TRIGGER: Final = re.compile(r"^CREATE (?:CONSTRAINT )?TRIGGER (\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Check:
    """One check: whether it passed, and what was found."""

    name: str
    ok: bool
    detail: str


def checks() -> list[Check]:
    """Run every check; when the database does not answer, the others are not asked."""
    database = _check("database", _database)
    if not database.ok:
        return [database]
    return [database, *(_check(name, look) for name, look in LOOKS.items())]


def _check(name: str, look: Callable[[], tuple[bool, str]]) -> Check:
    try:
        return Check(name, *look())
    except ConversationSearchError as error:
        return Check(name, ok=False, detail=str(error))


def _database() -> tuple[bool, str]:
    read_clock()
    return True, "answers"


def _functions() -> tuple[bool, str]:
    missing = readiness.missing_objects(known_objects(CREATE_FUNCTION), known_objects(CREATE_TRIGGER))
    return not missing, f"missing or switched off: {', '.join(missing)}" if missing else "in place"


@cache
def known_objects(statement: re.Pattern[str]) -> tuple[str, ...]:
    """Return what the SQL files of the migrations make with this statement, sorted."""
    package = Path(str(import_module(settings.MIGRATION_MODULES["conversation_search"]).__file__)).parent
    files = [path.read_text(encoding="utf-8") for path in sorted((package / "sql").rglob("*.sql"))]
    return tuple(sorted({name for text in files for name in statement.findall(text)}))


def _migrations() -> tuple[bool, str]:
    missing = sorted(".".join(one) for one in known_migrations() - readiness.applied_migrations())
    return not missing, f"not applied: {', '.join(missing)}" if missing else "applied"


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return the app and name of every migration that this code comes with."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def _collation() -> tuple[bool, str]:
    state = readiness.collation_state()
    if not state.installed:
        return False, "mesh_unicode is missing"
    if state.outdated:
        return False, "the server's version of mesh_unicode has changed: rebuild the search documents"
    return True, "in place"


def _extensions() -> tuple[bool, str]:
    missing = readiness.missing_extensions()
    return not missing, f"not in the schema public: {', '.join(missing)}" if missing else "in place"


def _index() -> tuple[bool, str]:
    lag = readiness.index_lag(limits.INDEX_LAG_SAMPLE)
    return lag.unindexed == 0, (
        f"{lag.unindexed} messages behind, {lag.outdated} of older text rules, "
        f"{lag.unfinished} rebuilds unfinished"
    )


LOOKS: Final = {
    "functions": _functions,
    "migrations": _migrations,
    "collation": _collation,
    "extensions": _extensions,
    "index": _index,
}
