"""How new an export is: as its newest entry, whatever its files say."""

from datetime import UTC, datetime

import pytest

from tests.importers.exports import Reader, export_files, message

NOW = datetime(2026, 12, 1, tzinfo=UTC)
NEWEST = datetime(2026, 3, 2, 10, 0, 0, 100, tzinfo=UTC)
NEXT_DAY = "launch/2026-03-03.json"


def test_an_export_is_as_new_as_its_newest_entry_in_any_room(read: Reader) -> None:
    older = message("older", "1772445500.000100")
    export = read(export_files(older) | {"elsewhere/2026-03-02.json": [message()]})
    assert export.newest_moment(NOW) == NEWEST


@pytest.mark.parametrize(
    "day", [[], [message("x", None)], [None, "x"], b"[{", [message("x", "1999999999.0")]]
)
def test_a_day_that_tells_no_usable_time_is_passed_over(read: Reader, day: object) -> None:
    assert read(export_files(message()) | {NEXT_DAY: day}).newest_moment(NOW) == NEWEST


def test_dating_an_export_counts_no_problem_twice(read: Reader) -> None:
    export = read(export_files(message()) | {NEXT_DAY: b"[{"})
    export.newest_moment(NOW)
    assert not export.problems


def test_an_export_without_entries_has_no_age(read: Reader) -> None:
    assert read(export_files()).newest_moment(NOW) is None
