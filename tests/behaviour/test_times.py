"""Days and zones: an interval is of moments, half open, and its boundaries carry their own offset."""

from datetime import UTC, datetime

import pytest

from tests.cast import Cast
from tests.search.asking import found


def says_at(cast: Cast, sent_at: datetime) -> None:
    """Let Ana say something at this moment."""
    cast.says(cast.ana, cast.launch, "migration", sent_at=sent_at)


def reached(cast: Cast, **times: str) -> bool:
    """Tell whether it is found in this interval."""
    return found(cast.asks(cast.ben, cast.dm_ben), "migration", **times) == ["migration"]


def test_s123_a_day_of_the_asker_is_given_with_its_offset(cast: Cast) -> None:
    says_at(cast, datetime(2031, 3, 10, 5, 30, tzinfo=UTC))
    assert reached(cast, before="2031-03-10T00:00:00-07:00")
    assert not reached(cast, before="2031-03-10")


def test_s125_after_includes_the_named_day_and_before_does_not(cast: Cast) -> None:
    says_at(cast, datetime(2031, 8, 29, 10, tzinfo=UTC))
    assert reached(cast, after="2031-08-29")
    assert not reached(cast, before="2031-08-29")
    assert reached(cast, after="2031-08-29", before="2031-08-30")
    assert not reached(cast, after="2031-08-30")


@pytest.mark.parametrize("moment", ["2031-09-01", "2031-09-01T00:00Z", "2031-09-01T00:00:00.5+05:45"])
def test_s126_a_date_filter_is_no_error_in_any_zone(moment: str, cast: Cast) -> None:
    says_at(cast, datetime(2031, 8, 29, 10, tzinfo=UTC))
    assert reached(cast, before=moment)
    assert not reached(cast, after=moment)
