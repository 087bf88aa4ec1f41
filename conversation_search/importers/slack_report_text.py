"""The closing report as a person reads it."""

from collections import Counter
from collections.abc import Iterator

from conversation_search.importers.slack_report import Report, in_order


def report_lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report: what became of the entries, then what else is worth knowing."""
    rooms = amount(report.rooms, "room", "rooms")
    entries = amount(report.entries, "entry", "entries")
    yield f"{report.connector} of agent {report.agent}: {entries} in {rooms}"
    for status in ("created", "updated", "duplicate"):
        yield counted(status, report.stored[status])
    yield from section("rejected", report.rejected)
    yield from section("skipped", report.skipped)
    yield from section("without evidence (stored, never disclosed)", report.without_evidence)
    yield from section("problems", report.problems)
    for one in report.quarantined:
        yield f"folder {one.folder!r} was left out: {one.reason}, {amount(one.entries, 'entry', 'entries')}"
    for user in report.unseen_agent_users:
        yield f"agent user {user!r} does not occur in this export: check its id"
    if report.dry_run:
        yield "This was a dry run: nothing was kept."


def section(title: str, counts: Counter[str]) -> Iterator[str]:
    """Yield a total and, below it, the counts by reason."""
    yield counted(title, counts.total())
    for label, count in in_order(counts).items():
        yield "  " + counted(label, count)


def counted(label: str, count: int) -> str:
    """Return one line: a count, right-aligned, and what was counted."""
    return f"{count:>9,}  {label}"


def amount(count: int, one: str, many: str) -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many}"
