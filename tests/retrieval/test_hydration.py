"""How a moment, an age and a place are written."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from conversation_search.retrieval.arguments import iso
from conversation_search.retrieval.hydration import ago


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (timedelta(0), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=29), "29 days ago"),
        (timedelta(days=30), "1 month ago"),
        (timedelta(days=364), "12 months ago"),
        (timedelta(days=365), "1 year ago"),
        (timedelta(days=800), "2 years ago"),
        (timedelta(minutes=-5), "just now"),
    ],
)
def test_an_age_is_said_as_a_person_would(age: timedelta, said: str) -> None:
    assert ago(age) == said


def test_moments_are_written_in_utc() -> None:
    evening = datetime(2031, 3, 9, 16, 30, tzinfo=timezone(timedelta(hours=-8)))
    assert iso(evening) == iso(evening.astimezone(UTC)) == "2031-03-10T00:30:00Z"
