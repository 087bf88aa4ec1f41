"""The overview: the last two weeks at a glance, each figure a way to the rows behind it."""

from collections import Counter
from datetime import datetime, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.urls import reverse

from audit_ui.presenters import words
from audit_ui.presenters.charts import Chart, chart
from audit_ui.presenters.names import Link, Names
from audit_ui.presenters.words import Word
from audit_ui.visits import Shown, Visit, page
from conversation_search import limits
from conversation_search.audit import overview as figures
from conversation_search.audit.overview import Checked, SearchDay
from conversation_search.public_ids import Kind

RULE_ORDER = ("audience", "lineage", "no_evidence", "already_in_context", "below_cutoff")
"""From the bottom of a column up: what protects first."""


@page("overview")
def overview(visit: Visit) -> Shown:
    """Show figures by day, what went wrong, and whether anything was changed."""
    slug = visit.request.GET.get("agent", "")
    agent_id = visit.agents.named(slug).agent_id if slug else None
    zone = visit.preferences.zone
    days = days_until(visit.now, zone)
    counted = figures.search_days(days[0], _next(days[-1]), str(zone), agent_id, visit.now)
    names = Names(visit.agents)
    integrity = figures.check()
    return Shown(
        "audit_ui/overview.html",
        {
            "agent": slug,
            "agents": visit.agents.slugs,
            "charts": [_statuses(days, counted, slug), _rules(days, counted, slug)],
            "searches": sum(row.searches for row in counted),
            "degraded": sum(row.degraded for row in counted),
            "unanswered": sum(
                row.searches for row in counted if row.status in {"refused", "timed_out", "failed"}
            ),
            "failed": sum(row.searches for row in counted if row.status == "failed"),
            "span": _query(days[0], _next(days[-1]), slug, {}),
            "lag": figures.index_lag(),
            "integrity": integrity,
            "wrong_counts": _links(names, "search", integrity.counts),
            "wrong_sources": _links(names, "run", integrity.sources),
            "may_list": visit.reader.may_open("searches"),
        },
        filters={"agent": slug} if slug else {},
    )


def days_until(now: datetime, zone: ZoneInfo) -> list[datetime]:
    """Return the beginnings of the latest days in a zone, today's last; a day may have 23 or 25 hours."""
    today = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    return [today - timedelta(days=back) for back in reversed(range(limits.OVERVIEW_DAYS))]


def _next(day: datetime) -> datetime:
    return day + timedelta(days=1)


def _statuses(days: list[datetime], counted: list[SearchDay], slug: str) -> Chart:
    numbers = Counter[tuple[datetime, str]]()
    for row in counted:
        numbers[row.day, row.status] += row.searches

    def address(day: datetime | None, code: str | None) -> str:
        return _rows(days, day, slug, {"status": code} if code else {})

    return chart(
        Word("statuses", "Searches a day, by how they ended", ""),
        list(words.STATUSES.values()),
        days,
        lambda day, code: numbers[day, code],
        address,
    )


def _rules(days: list[datetime], counted: list[SearchDay], slug: str) -> Chart:
    numbers = Counter[tuple[datetime, str]]()
    for row in counted:
        for code in words.RULES:
            numbers[row.day, code] += getattr(row, code)

    def address(day: datetime | None, code: str | None) -> str:
        return _rows(days, day, slug, {"rule": code} if code else {})

    return chart(
        Word("rules", "Matches a day that a rule removed", ""),
        [words.RULES[code] for code in RULE_ORDER],
        days,
        lambda day, code: numbers[day, code],
        address,
    )


def _rows(days: list[datetime], day: datetime | None, slug: str, filters: dict[str, str]) -> str:
    first, last = (day, day) if day is not None else (days[0], days[-1])
    return f"{reverse('audit:searches')}?{_query(first, _next(last), slug, filters)}"


def _query(after: datetime, before: datetime, slug: str, filters: dict[str, str]) -> str:
    span = {
        "after": f"{after:%Y-%m-%dT%H:%M}",
        "before": f"{before:%Y-%m-%dT%H:%M}",
        "zone": str(after.tzinfo),
    }
    return urlencode(span | ({"agent": slug} if slug else {}) | filters)


def _links(names: Names, kind: Kind, checked: Checked) -> list[Link]:
    pairs = zip(checked.agent_ids, checked.row_ids, strict=True)
    return [names.link(agent_id, kind, number) for agent_id, number in pairs]
