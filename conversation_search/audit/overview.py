"""The state of the audit at a glance: figures by day, and what would show that rows were changed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from conversation_search import limits
from conversation_search.managers import overview, readiness
from conversation_search.managers.overview import Checked, SearchDay
from conversation_search.managers.readiness import IndexLag

__all__ = ["Checked", "IndexLag", "Integrity", "SearchDay", "check", "index_lag", "search_days"]

APPEND_ONLY: Final = (
    "conversation_search_events",
    "ledger_entries",
    "memory_provenance",
    "audiences",
    "disclosure_classes",
    "page_accesses",
    "access_log",
    "audit_seal_entries",
    "audit_checkpoints",
    "audit_prunings",
    "audit_verifications",
)
"""Tables whose rows the database keeps as they were written."""
GUARDS: Final = tuple(
    f"{table}_{guard}" for table in APPEND_ONLY for guard in ("append_only", "not_truncated")
)
"""The triggers that refuse a change of those."""


LONGEST_DAY: Final = timedelta(hours=26)
"""How much later a day begins in the last time zone than in the first: so much more is added up than is asked for."""


@dataclass(frozen=True, slots=True)
class Integrity:
    """What was looked at: guards that are off, rows that do not add up, replies without their sources."""

    guards_off: list[str]
    counts: Checked
    sources: Checked

    @property
    def is_sound(self) -> bool:
        """Tell whether nothing was found."""
        return not self.guards_off and not self.counts.wrong and not self.sources.wrong


def search_days(
    after: datetime, before: datetime, zone: str, agent_id: int | None, now: datetime
) -> list[SearchDay]:
    """Return the figures of each day, `after` inclusive and `before` exclusive.

    Adds up first what was not added up yet, so the first look after a while takes longer than the next.
    """
    overview.add_search_figures(after - LONGEST_DAY, now - limits.FIGURES_SETTLED_AFTER)
    return overview.count_search_days(after, before, zone, agent_id)


def check() -> Integrity:
    """Look whether anything has been tampered with, in the newest rows."""
    return Integrity(
        guards_off=readiness.missing_objects((), GUARDS),
        counts=overview.check_audit_counts(limits.INTEGRITY_SAMPLE, limits.INTEGRITY_SHOWN),
        sources=overview.check_reply_sources(limits.INTEGRITY_RUNS, limits.INTEGRITY_SHOWN),
    )


def index_lag() -> IndexLag:
    """Return how far the search index is behind."""
    return readiness.index_lag(limits.INDEX_LAG_SAMPLE)
