"""What blocks read like."""

from collections import Counter

import pytest

from conversation_search.importers.slack_blocks import blocks_text
from conversation_search.importers.slack_people import read_people
from conversation_search.importers.slack_text import Names
from tests.importers.exports import MAYA, user

NAMES = Names(read_people([user(MAYA)], Counter()), {"C0LAUNCH": "launch"})


def rich(*elements: object) -> list[object]:
    return [{"type": "rich_text", "elements": list(elements)}]


def section(*inline: object) -> dict[str, object]:
    return {"type": "rich_text_section", "elements": list(inline)}


def words(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


@pytest.mark.parametrize(
    ("inline", "text"),
    [
        ({"type": "text", "text": "a & b &amp; <c>"}, "a & b &amp; <c>"),
        ({"type": "user", "user_id": MAYA}, "@Maya"),
        ({"type": "user"}, ""),
        ({"type": "channel", "channel_id": "C0LAUNCH"}, "#launch"),
        ({"type": "channel", "channel_id": "G0SECRET"}, "#G0SECRET"),
        ({"type": "usergroup", "usergroup_id": "S1"}, "@S1"),
        ({"type": "broadcast", "range": "here"}, "@here"),
        ({"type": "emoji", "name": "tada"}, ":tada:"),
        ({"type": "link", "url": "https://x.example"}, "https://x.example"),
        ({"type": "link", "url": "https://x.example", "text": "plan"}, "plan (https://x.example)"),
        ({"type": "date", "timestamp": "1772445600", "fallback": "2 March"}, "2 March"),
        ({"type": "date", "timestamp": "1772445600"}, "2026-03-02 10:00 UTC"),
        ({"type": "date"}, ""),
        ({"type": "color", "value": "#aabbcc"}, "#aabbcc"),
        ({"type": "something_new", "text": "?"}, ""),
    ],
)
def test_inline_elements_read_like(inline: dict[str, object], text: str) -> None:
    assert blocks_text(rich(section(inline)), NAMES) == text


def test_bulleted_and_numbered_lists() -> None:
    items = [section(words("one")), section(words("two"))]
    bullets = {"type": "rich_text_list", "style": "bullet", "indent": "1", "elements": items}
    numbers = {"type": "rich_text_list", "style": "ordered", "offset": "2", "elements": items}
    assert blocks_text(rich(bullets, numbers), NAMES) == "  • one\n  • two\n3. one\n4. two"


def test_quotes_and_code() -> None:
    quote = {"type": "rich_text_quote", "elements": [words("a\nb")]}
    code = {"type": "rich_text_preformatted", "elements": [words("x = 1")]}
    assert blocks_text(rich(quote, code), NAMES) == "> a\n> b\n```\nx = 1\n```"


def test_sections_headers_and_contexts_of_apps() -> None:
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Build &amp; deploy"}},
        {
            "type": "section",
            "text": {"type": "mrkdwn", "text": "by <@U0MAYA>"},
            "fields": [{"type": "mrkdwn", "text": "*Env*: live"}],
        },
        {
            "type": "context",
            "elements": [{"type": "image", "alt_text": "x"}, {"type": "mrkdwn", "text": "v2"}],
        },
        {"type": "divider"},
        {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Undo"}}]},
    ]
    assert blocks_text(blocks, NAMES) == "Build & deploy\nby @Maya\n*Env*: live\nv2"


def test_titles_of_pictures_and_markdown() -> None:
    blocks = [
        {"type": "image", "title": {"type": "plain_text", "text": "Chart"}, "alt_text": "a chart"},
        {"type": "markdown", "text": "**done**"},
    ]
    assert blocks_text(blocks, NAMES) == "Chart\n**done**"


@pytest.mark.parametrize("blocks", [None, "x", {}, [None, "x", {}, {"type": "rich_text"}], [{"type": []}]])
def test_broken_blocks_read_as_nothing(blocks: object) -> None:
    assert blocks_text(blocks, NAMES) == ""


def test_lists_nested_without_end_are_cut_off() -> None:
    inner: dict[str, object] = section(words("deep"))
    for _ in range(500):
        inner = {"type": "rich_text_list", "elements": [inner]}
    assert "deep" not in blocks_text(rich(inner), NAMES)
