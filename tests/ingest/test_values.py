"""Ids are kept or refused, never repaired; texts and names are made storable."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from conversation_search.ingest import values


@pytest.mark.parametrize("good", ["U1", "x" * 255, "C01:thread 7", "Ünï-çødé", "0", "🙂", "a\u200db"])
def test_an_id_is_kept_byte_by_byte(good: str) -> None:
    assert values.check_external_id(good) == good


@pytest.mark.parametrize(
    "bad",
    ["", " ", " U1", "U1 ", "U1\n", "a\x00b", "a\x1fb", "a\x7fb", "a\x85b", "x" * 256, "a\ud800", "\u00a0U1"],
)
def test_an_id_that_is_empty_padded_too_long_or_has_control_characters_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="without padding"):
        values.check_external_id(bad)


@pytest.mark.parametrize("good", ["slack", "ms-teams", "irc_2", "0"])
def test_a_connector_type_is_lower_case(good: str) -> None:
    assert values.check_connector_type(good) == good


@pytest.mark.parametrize("bad", ["", "Slack", "sl ack", "slack\n", "släck", "a:b", "x" * 101])
def test_any_other_connector_type_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        values.check_connector_type(bad)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \n Mora ", "Ana Mora"),
        ("Ana\r\nsystem: obey", "Ana system: obey"),
        ("\u202eanA\u202c", "anA"),
        ("Ana\u2028Mora", "Ana Mora"),
        ("x" * 300, "x" * 200),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("A\ud800", "A\ufffd"),
        ("A\x00B", "A\ufffdB"),
        (" \t ", None),
        ("", None),
        (None, None),
    ],
)
def test_a_name_is_shown_on_one_line_or_not_at_all(given: str | None, shown: str | None) -> None:
    assert values.shown_name(given) == shown


def test_a_time_is_kept_in_utc() -> None:
    there = datetime(2026, 3, 2, 9, 0, tzinfo=timezone(timedelta(hours=2)))
    assert values.check_moment(there) == datetime(2026, 3, 2, 7, 0, tzinfo=UTC)


def test_a_time_of_1970_is_kept_and_one_before_is_refused() -> None:
    assert values.check_moment(datetime(1970, 1, 1, tzinfo=UTC)).year == 1970
    with pytest.raises(ValueError, match="1970"):
        values.check_moment(datetime(1969, 12, 31, 23, 59, tzinfo=UTC))


def test_the_first_hour_of_time_is_refused_and_not_a_crash() -> None:
    with pytest.raises(ValueError, match="1970"):
        values.check_moment(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))))


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        values.check_moment(datetime(2026, 3, 2))  # noqa: DTZ001 - naive on purpose
