"""What must be in place in the database before an answer can be given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a function or trigger."""

    name: str


@dataclass(frozen=True, slots=True)
class AppliedMigration:
    """One migration that this database has."""

    app: str
    name: str


@dataclass(frozen=True, slots=True)
class CollationState:
    """How many collations of ours there are, and how many of them the server has changed since."""

    installed: int
    outdated: int


@dataclass(frozen=True, slots=True)
class ExtensionRow:
    """One extension that the text rules need and do not find where they look for it."""

    name: str


@dataclass(frozen=True, slots=True)
class IndexLag:
    """Messages of the sample without a search document or with one of older rules, and rebuilds that did not end."""

    unindexed: int
    outdated: int
    unfinished: int


LIST_MISSING_OBJECTS: Final = Statement("list_missing_objects", Named)
LIST_APPLIED_MIGRATIONS: Final = Statement("list_applied_migrations", AppliedMigration)
CHECK_COLLATION: Final = Statement("check_collation", CollationState)
LIST_MISSING_EXTENSIONS: Final = Statement("list_missing_extensions", ExtensionRow)
CHECK_INDEX_LAG: Final = Statement("check_index_lag", IndexLag)


def missing_objects(functions: Sequence[str], triggers: Sequence[str]) -> list[str]:
    """Return the functions that are not installed and the triggers that do not fire."""
    found = LIST_MISSING_OBJECTS.all(functions=list(functions), triggers=list(triggers))
    return [row.name for row in found]


def applied_migrations() -> set[tuple[str, str]]:
    """Return the app and name of every migration that was applied."""
    return {(row.app, row.name) for row in LIST_APPLIED_MIGRATIONS.all()}


def collation_state() -> CollationState:
    """Return the state of our collation."""
    return CHECK_COLLATION.one()


def missing_extensions() -> list[str]:
    """Return the extensions of the text rules that are not installed in the schema `public`."""
    return [row.name for row in LIST_MISSING_EXTENSIONS.all()]


def index_lag(sample: int) -> IndexLag:
    """Return how far the index is behind, looking at this many of the newest messages."""
    return CHECK_INDEX_LAG.one(sample=sample)
