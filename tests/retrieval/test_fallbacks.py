"""What stands in for words that nothing eligible holds."""

import pytest

from conversation_search.retrieval.fallbacks import mistakes
from tests.cast import Cast
from tests.search.asking import ask, delete, found


@pytest.mark.parametrize(
    ("written", "meant", "count"),
    [
        ("friend", "friend", 0),
        ("freind", "friend", 1),
        ("frend", "friend", 1),
        ("frinds", "friend", 2),
        ("", "ab", 2),
    ],
)
def test_mistakes_are_counted_and_an_exchange_is_one(written: str, meant: str, count: int) -> None:
    assert mistakes(written, meant) == count
    assert mistakes(meant, written) == count


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("auth", "authentication broke"),
        ("authentica", "authentication broke"),
        ("flow", "the workflow stalled"),
        ("migartion", "the migration is on friday"),
        ("recieve", "did you receive it"),
        ("freind", "a friend of mine"),
        ("vorrichtung", "order the Fräsvorrichtung"),
        ("встеча", "Встреча завтра"),
        ("δρομολογιο", "το δρομολόγιο άλλαξε"),
        ("renne", "lunch with Renée"),
    ],
)
def test_a_word_that_nothing_holds_finds_its_like(query: str, text: str, cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, text)
    cast.says(cast.ana, cast.launch, "something else entirely")
    assert found(cast.asks(cast.ben, cast.dm_ben), query) == [text]


@pytest.mark.parametrize(
    "query", ["ZZZ-9999", "PLN-3706", "build43", '"migratio"', "mi", "gration1", "cfg.rend"]
)
def test_what_means_what_it_says_finds_nothing_else(query: str, cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "PLN-3705 build42 migration cfg.render_mode")
    assert found(cast.asks(cast.ben, cast.dm_ben), query) == []


def test_a_word_that_is_found_has_nothing_beside_it(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "the auth page")
    cast.says(cast.ana, cast.launch, "authentication broke")
    assert found(cast.asks(cast.ben, cast.dm_ben), "auth") == ["the auth page"]


@pytest.mark.privacy
def test_a_hidden_word_is_not_suggested_and_hides_no_suggestion(cast: Cast) -> None:
    cast.says(cast.ana, cast.dm_ana, "migration migrations migrating")
    cast.says(cast.ana, cast.launch, "the immigration plan")
    run = cast.asks(cast.ben, cast.dm_ben)
    assert found(run, "migration") == ["the immigration plan"]
    assert found(run, "migratioon") == []


@pytest.mark.privacy
def test_hidden_words_do_not_crowd_out_eligible_ones(cast: Cast) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    cast.says(cast.ana, cast.dm_ana, " ".join(f"workflow{a}{b}" for a in letters for b in letters))
    cast.says(cast.ana, cast.launch, "our overworkflowing desks")
    assert found(cast.asks(cast.ben, cast.dm_ben), "workflow") == ["our overworkflowing desks"]


def test_what_is_shown_marks_the_word_that_stood_in(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, f"{'lorem ipsum ' * 200} the migration {'dolor sit ' * 200}")
    (hit,) = ask(cast.asks(cast.ben, cast.dm_ben), "migartion")["hits"]
    assert "the migration" in hit["text"]


def test_a_word_of_a_deleted_message_stands_in_no_more(cast: Cast) -> None:
    delete(cast.says(cast.ana, cast.launch, "the migration"))
    assert found(cast.asks(cast.ben, cast.dm_ben), "migartion") == []
