"""The closing report of an import: each entry of the export is counted exactly once."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from conversation_search.importers.slack_reasons import SkipReason


class NoEvidence(StrEnum):
    """Why a stored message has no evidence, so that it is never disclosed."""

    AGENT_ACCOUNT = "agent_account"
    DELETED = "deleted"
    MEMBERS_UNKNOWN = "members_unknown"
    NOBODY_LISTED = "nobody_listed"
    STORED_WITHOUT = "stored_without"


@dataclass(frozen=True, slots=True)
class QuarantinedFolder:
    """One folder that no listing explains; nothing of it was imported."""

    folder: str
    reason: SkipReason
    entries: int


@dataclass(slots=True)
class Report:
    """What became of one export.

    `stored` counts by `created`, `updated` and `duplicate`; `rejected` by code; `skipped` by reason. Beside that,
    `without_evidence` counts the stored ones that are never disclosed, and `problems` what was left out or mended
    besides single entries. `listed_at` is how new the listings are taken to be.
    """

    agent: str
    connector: str
    dry_run: bool
    listed_at: datetime
    rooms: int = 0
    stored: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    without_evidence: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    quarantined: list[QuarantinedFolder] = field(default_factory=list)
    unseen_agent_users: list[str] = field(default_factory=list)

    @property
    def entries(self) -> int:
        """Every entry that was read."""
        return self.stored.total() + self.rejected.total() + self.skipped.total()

    def as_json(self) -> dict[str, object]:
        """Return it for scripts."""
        return {
            "agent": self.agent,
            "connector": self.connector,
            "dry_run": self.dry_run,
            "listed_at": self.listed_at.isoformat(),
            "rooms": self.rooms,
            "entries": self.entries,
            **{status: self.stored[status] for status in ("created", "updated", "duplicate")},
            "rejected": in_order(self.rejected),
            "skipped": in_order(self.skipped),
            "without_evidence": in_order(self.without_evidence),
            "problems": in_order(self.problems),
            "quarantined": [
                {"folder": one.folder, "reason": one.reason, "entries": one.entries}
                for one in self.quarantined
            ],
            "unseen_agent_users": self.unseen_agent_users,
        }


def in_order(counts: Counter[str]) -> dict[str, int]:
    """Return counts by label, the largest first."""
    return {str(label): count for label, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}
