"""Messages that are indexed in several chunks are found, ranked and shown as one message."""

import pytest

from tests.cast import Cast
from tests.search.asking import ask, found, last_audit

FILLER = "lorem ipsum " * 350
"""A little more than one chunk."""


def only_hit(cast: Cast, query: str) -> str:
    """Return the text of the only hit that Ben finds."""
    (text,) = found(cast.asks(cast.ben, cast.dm_ben), query)
    return text


def test_a_word_in_any_chunk_is_found_and_shown(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"{FILLER} first {FILLER} second {FILLER} third")
    for word in ("first", "second", "third"):
        assert word in only_hit(cast, word)


def test_words_of_different_chunks_are_one_match_and_all_visible(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"{FILLER} first {FILLER} second {FILLER} third")
    run = cast.asks(cast.ben, cast.dm_ben)
    (hit,) = ask(run, "third second first")["hits"]
    assert all(word in hit["text"] for word in ("first", "second", "third"))
    assert len(hit["text"]) <= 600
    assert last_audit(run).matched == 1


def test_two_phrases_may_stand_in_two_chunks(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"alpha beta {FILLER} gamma delta")
    shown = only_hit(cast, '"alpha beta" "gamma delta"')
    assert "alpha beta" in shown
    assert "gamma delta" in shown
    assert found(cast.asks(cast.ben, cast.dm_ben), '"alpha beta" "delta gamma"') == []


@pytest.mark.parametrize("before", range(3700, 4060, 45))
def test_a_phrase_is_found_wherever_the_edge_of_a_chunk_falls(before: int, cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "x " * (before // 2) + "the launch date is friday " + "y " * 3000)
    assert "the launch date is friday" in only_hit(cast, '"launch date is friday"')


@pytest.mark.parametrize("before", range(3500, 4060, 90))
def test_the_longest_phrase_is_found_wherever_the_edge_of_a_chunk_falls(before: int, cast: Cast) -> None:
    phrase = " ".join(f"word{number}" for number in range(57))
    cast.says(cast.ana, cast.launch, "x " * (before // 2) + phrase + " y" * 3000)
    assert 380 < len(phrase) < 398
    assert phrase in only_hit(cast, f'"{phrase}"')


def test_a_phrase_is_shown_as_a_whole_and_not_its_words_elsewhere(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"launch {FILLER} date {FILLER} the launch date")
    assert only_hit(cast, '"launch date"').endswith("the launch date")


def test_a_match_far_behind_is_shown_in_a_megabyte(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "lorem " * 170_000 + "needle")
    assert only_hit(cast, "needle").endswith("lorem needle")


def test_a_long_message_does_not_win_by_its_length(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"{FILLER} migration " * 5)
    cast.says(cast.ana, cast.launch, "the migration is on friday")
    assert found(cast.asks(cast.ben, cast.dm_ben))[0] == "the migration is on friday"


def test_a_neighbour_that_is_long_is_shown_from_its_beginning(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"to begin with {FILLER}{FILLER}")
    cast.says(cast.ana, cast.launch, "migration")
    (hit,) = ask(cast.asks(cast.ben, cast.dm_ben))["hits"]
    assert hit["before"][0]["text"].startswith("to begin with lorem")
