"""Sentences without spaces are looked for by groups of neighbouring characters."""

import pytest

from conversation_search.retrieval.segments import segments


@pytest.mark.parametrize(
    "word",
    [
        "migration",
        "\u9234\u866b",
        "\ud68c\uc758\uc2e4\uc5d0",
        "build42",
        "\u0e01\u0e32\u0e41\u0e1f",
        "PLN-3705",
        "?",
    ],
)
def test_what_could_be_a_word_stays_one(word: str) -> None:
    assert segments(word) == [word]


def test_a_long_stretch_of_ideographs_becomes_its_pairs() -> None:
    assert segments("\u6211\u66fe\u7ecf\u63a8\u8350") == [
        "\u6211\u66fe",
        "\u66fe\u7ecf",
        "\u7ecf\u63a8",
        "\u63a8\u8350",
    ]


def test_what_stands_around_it_is_kept() -> None:
    assert segments("(build42\u6211\u66fe\u7ecf\u63a8\u8350\uff0cok")[0] == "(build42"
    assert segments("(build42\u6211\u66fe\u7ecf\u63a8\u8350\uff0cok")[-1] == "\uff0cok"


def test_letters_keep_the_signs_that_are_written_on_them() -> None:
    parts = segments(
        "\u0e17\u0e35\u0e48\u0e1b\u0e23\u0e30\u0e0a\u0e38\u0e21\u0e27\u0e31\u0e19\u0e19\u0e35\u0e49"
    )
    assert parts[0] == "\u0e17\u0e35\u0e48\u0e1b\u0e23\u0e30"
    assert parts[-1].endswith("\u0e19\u0e35\u0e49")
