"""The figures of the overview: quarters of an hour are added up once, and say what counting anew would say."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from conversation_search import limits
from conversation_search.audit.overview import search_days
from conversation_search.models import Run, SearchFigure
from tests.factories import RunFactory, SearchEventFactory

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 12, 1, 12, 7, tzinfo=UTC)
AFTER, BEFORE = NOW - timedelta(days=3), NOW + timedelta(days=1)
ZONES = ("UTC", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu")


def searched(run: Run, minutes_ago: int, status: str = "ok", **figures: object) -> None:
    SearchEventFactory.create(
        run=run, searched_at=NOW - timedelta(minutes=minutes_ago), status=status, **figures
    )


def counted(zone: str, agent_id: int | None = None, now: datetime = NOW) -> Counter[tuple[str, str]]:
    """Return the searches by day and status."""
    days = search_days(AFTER, BEFORE, zone, agent_id, now)
    return Counter({(f"{row.day:%F %R%z}", row.status): row.searches for row in days})


def test_a_second_look_says_the_same_and_counts_only_what_is_new() -> None:
    run = RunFactory.create()
    for minutes in (0, 4, 16, 31, 700, 1441, 2900):
        searched(run, minutes)
    first = {zone: counted(zone) for zone in ZONES}
    assert SearchFigure.objects.count() > 0
    assert {zone: counted(zone) for zone in ZONES} == first
    assert {zone: sum(first[zone].values()) for zone in ZONES} == dict.fromkeys(ZONES, 7)


def test_what_was_added_up_is_what_counting_anew_says() -> None:
    run = RunFactory.create()
    for minutes in range(0, 4000, 130):
        searched(run, minutes, "failed" if minutes % 3 else "ok")
    added_up = {zone: counted(zone) for zone in ZONES}
    SearchFigure.objects.all().delete()
    before_anything_settled = AFTER - timedelta(days=1)
    assert {zone: counted(zone, now=before_anything_settled) for zone in ZONES} == added_up
    assert not SearchFigure.objects.exists()


def test_a_search_that_is_seen_late_is_counted() -> None:
    run = RunFactory.create()
    searched(run, 20)
    counted("UTC")
    late = int(limits.FIGURES_SETTLED_AFTER.total_seconds() // 60)
    searched(run, late)
    assert sum(counted("UTC").values()) == 2
    assert sum(counted("UTC", now=NOW + timedelta(hours=1)).values()) == 2


def test_a_look_at_one_agent_counts_its_own_searches_and_leaves_the_others_their_figures() -> None:
    one, other = RunFactory.create(), RunFactory.create()
    searched(one, 100)
    searched(other, 100)
    searched(other, 1)
    assert sum(counted("UTC", one.runtime_agent_id).values()) == 1
    assert sum(counted("UTC", other.runtime_agent_id).values()) == 2
    assert sum(counted("UTC").values()) == 3


def test_what_each_rule_removed_is_added_up() -> None:
    run = RunFactory.create()
    rules = ("already_in_context", "no_evidence", "audience", "lineage", "below_cutoff")
    for minutes in (90, 92, 2):
        exclusions = {rule: number for number, rule in enumerate(rules, start=1)}
        searched(run, minutes, exclusions=exclusions, degraded=["neighbours"])
    (day,) = search_days(AFTER, BEFORE, "UTC", None, NOW)
    assert [getattr(day, rule) for rule in rules] == [3, 6, 9, 12, 15]
    assert day.degraded == 3
