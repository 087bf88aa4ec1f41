"""What markup reads like."""

from collections import Counter

import pytest

from conversation_search.importers.slack_people import read_people
from conversation_search.importers.slack_text import Names, decoded
from tests.importers.exports import MAYA, user

NAMES = Names(read_people([user(MAYA)], Counter()), {"C0LAUNCH": "launch"})


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("plain", "plain"),
        ("a &amp; b &lt;c&gt;", "a & b <c>"),
        ("&amp;lt; stays &amp;amp;", "&lt; stays &amp;"),
        ("&nbsp;&#39;&quot;", "&nbsp;&#39;&quot;"),
        ("<@U0MAYA>", "@Maya"),
        ("<@U0MAYA|old.handle>", "@Maya"),
        ("<@U0GONE|gone>", "@gone"),
        ("<@U0GONE|@gone>", "@gone"),
        ("<@U0GONE>", "@U0GONE"),
        ("<#C0LAUNCH|go-live>", "#go-live"),
        ("<#C0LAUNCH>", "#launch"),
        ("<#C0LAUNCH|>", "#launch"),
        ("<#G0SECRET>", "#G0SECRET"),
        ("<!here>", "@here"),
        ("<!channel|@channel>", "@channel"),
        ("<!everyone>", "@everyone"),
        ("<!subteam^S1|@crew>", "@crew"),
        ("<!subteam^S1>", "@S1"),
        ("<!date^1772445600^{date}|2 March>", "2 March"),
        ("<!date^1772445600^{date}>", "<!date^1772445600^{date}>"),
        ("<!unknown>", "<!unknown>"),
        ("<https://x.example/?a=1&amp;b=2>", "https://x.example/?a=1&b=2"),
        ("<https://x.example|the plan>", "the plan (https://x.example)"),
        ("<https://x.example|a &lt;b&gt;>", "a <b> (https://x.example)"),
        ("<http://x.example|x.example>", "http://x.example"),
        ("<https://x.example/|x.example>", "https://x.example/"),
        ("<mailto:maya@x.example|maya@x.example>", "maya@x.example"),
        ("<mailto:maya@x.example|write me>", "write me (maya@x.example)"),
        ("<tel:+4930|+4930>", "+4930"),
        ("a < b", "a < b"),
        ("a <b", "a <b"),
        ("a > b", "a > b"),
        ("<>", "<>"),
        ("<@>", "<@>"),
        ("<not a link>", "<not a link>"),
        ("<<@U0MAYA>>", "<@Maya>"),
        ("<@U0MAYA> and <https://x.example|x>!", "@Maya and x (https://x.example)!"),
        ("nul \0 and \ud800", "nul \0 and \ud800"),
    ],
)
def test_markup_reads_like(markup: str, text: str) -> None:
    assert NAMES.markup(markup) == text


def test_an_entity_inside_a_mention_is_not_read_as_markup() -> None:
    assert NAMES.markup("&lt;@U0MAYA&gt;") == "<@U0MAYA>"


def test_entities_are_decoded_exactly_once() -> None:
    assert decoded("&amp;amp;gt;") == "&amp;gt;"


def test_a_megabyte_of_brackets_is_read_in_one_pass() -> None:
    text = "<" * 1_000_000
    assert NAMES.markup(text) == text
