"""What a model may write as arguments, and what each mistake is told."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import ConversationSearchError, InvalidArgument, UnknownArgument
from conversation_search.retrieval.arguments import applied, instant, interval, parse

DAY = datetime(2031, 3, 10, tzinfo=UTC)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def refused(body: object) -> ConversationSearchError:
    """Return how a body is refused; it must be."""
    with pytest.raises(ConversationSearchError) as refusal:
        parse(body)
    return refusal.value


def test_a_query_alone_is_enough() -> None:
    asked = parse({"query": "acme"})
    assert applied(asked) == {
        "speaker": "anyone",
        "after": None,
        "before": None,
        "limit": limits.SEARCH_LIMIT,
    }


def test_null_means_absent() -> None:
    absent = {"speaker": None, "after": None, "before": None, "limit": None}
    assert parse({"query": "acme", **absent}) == parse({"query": "acme"})


@pytest.mark.parametrize("query", [None, "", 5, ["acme"], {"text": "acme"}, True, "x" * 401])
def test_a_query_has_1_to_400_characters_and_is_a_string(query: object) -> None:
    refusal = refused({"query": query})
    assert isinstance(refusal, InvalidArgument)
    assert [error.field for error in refusal.errors] == ["query"]


def test_400_characters_are_accepted_whatever_they_weigh() -> None:
    assert parse({"query": "🎉" * limits.QUERY_CHARACTERS}).query == "🎉" * 400


@pytest.mark.parametrize("limit", [0, -1, 21, 10**30, 1.0, 8.5, "8", True, [8], {}])
def test_a_limit_is_a_whole_number_from_1_to_20(limit: object) -> None:
    assert [error.field for error in refused({"query": "acme", "limit": limit}).errors] == ["limit"]


@pytest.mark.parametrize("speaker", ["", "Anyone", "ana", "me", 1, ["you"], {}])
def test_a_speaker_is_one_of_three_words_and_never_an_id(speaker: object) -> None:
    assert [error.field for error in refused({"query": "acme", "speaker": speaker}).errors] == ["speaker"]


@pytest.mark.parametrize(
    "key",
    ["audience", "perspective", "agent", "readers", "conversation", "actor", "actor_id", "offset", "Query"],
)
def test_nothing_else_is_accepted(key: str) -> None:
    refusal = refused({"query": "acme", key: None})
    assert isinstance(refusal, UnknownArgument)
    assert [(error.field, error.code) for error in refusal.errors] == [(key, "unknown_argument")]


def test_an_unknown_key_that_may_be_text_is_not_repeated() -> None:
    refusal = refused({"query": "acme", "my password is plum": 1})
    assert [error.field for error in refusal.errors] == ["?"]
    assert "plum" not in str(refusal)


@pytest.mark.parametrize("body", [None, [], "acme", 5, [{"query": "acme"}], True])
def test_a_body_that_is_no_object_is_refused(body: object) -> None:
    assert [error.field for error in refused(body).errors] == ["body"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2031-03-10", DAY),
        (" 2031-03-10 ", DAY),
        ("2031-03-10T00:00Z", DAY),
        ("2031-03-10t00:00:00z", DAY),
        ("2031-03-10 01:30:00+01:30", DAY),
        ("2031-03-09T16:00:00-08:00", DAY),
        ("2031-03-10T00:00:00.000001+00:00", DAY.replace(microsecond=1)),
        ("2031-03-10T00:00:00.000000000Z", DAY),
        ("2031-03-10T00:00:00.000000001Z", DAY.replace(microsecond=1)),
        ("2031-03-09T23:59:59.9999999Z", DAY),
    ],
)
def test_times_are_dates_in_utc_or_date_times_with_their_offset(written: str, meant: datetime) -> None:
    assert instant("after", written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "",
        "yesterday",
        "2031-03-10T09:30",
        "2031-03-10T09:30:00",
        "2031-02-30",
        "2031-3-1",
        "20310310",
        "2031-03-10T25:00Z",
        "2031-03-10T00:00+25:00",
        "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-14:00",
        "\uff12\uff10\uff13\uff11-03-10",
        "2031-03-10\n2031",
        "1e9",
        "1767225600",
        "2031-W10",
        "2031-03-10T00:00Z; --",
        "x" * 100_000,
    ],
)
@pytest.mark.parametrize("field", ["after", "before"])
def test_a_time_that_cannot_be_read_is_refused_with_a_hint_and_never_ignored(
    field: str, written: str
) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        applied(parse({"query": "acme", field: written}))
    (error,) = refusal.value.errors
    assert (error.field, error.code) == (field, "invalid_argument")
    assert "2031-03-10T09:30:00+01:00" in error.hint


@pytest.mark.parametrize("value", [5, 1767225600, True, ["2031-03-10"], {"date": "2031-03-10"}])
def test_a_time_is_a_string(value: object) -> None:
    assert [error.field for error in refused({"query": "acme", "after": value}).errors] == ["after"]


@pytest.mark.parametrize("before", ["2031-03-10", "2031-03-09", "2031-03-10T00:00:00+00:00"])
def test_an_interval_that_is_empty_is_refused(before: str) -> None:
    with pytest.raises(InvalidArgument, match="earlier than"):
        interval("2031-03-10", before)


def test_an_interval_is_compared_as_moments_and_not_as_text() -> None:
    after, before = interval("2031-03-10T10:00:00+05:00", "2031-03-10T06:00:00Z")
    assert after is not None
    assert before is not None
    assert after < before


@given(
    body=st.dictionaries(st.sampled_from(["query", "speaker", "after", "before", "limit", "x"]), JSON) | JSON
)
def test_whatever_is_written_is_either_understood_or_refused_by_name(body: Any) -> None:  # noqa: ANN401
    try:
        told = applied(parse(body))["limit"] in range(1, limits.SEARCH_LIMIT_MAX + 1)
    except ConversationSearchError as refusal:
        told = refusal.status == 422 and all(error.field and error.hint for error in refusal.errors)
    assert told
