"""What beside the text belongs to a message, and what would carry another room's text into this one."""

import pytest

from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_values import JsonObject
from tests.importers.exports import AGENT, Reader, export_files, message, texts_of

QUOTE = {"text": "the secret plan", "fallback": "[March 2nd] maya: the secret plan"}


@pytest.mark.parametrize(
    "author", [{}, {"user": AGENT}, {"user": None, "bot_id": "B0BOT", "subtype": "bot_message"}]
)
@pytest.mark.parametrize(
    "sign",
    [
        {"is_msg_unfurl": True},
        {"is_share": True},
        {"is_reply_unfurl": True},
        {"channel_id": "G0SECRET"},
        {"channel_name": "secret"},
        {"message_blocks": [{"message": {"blocks": []}}]},
        {"from_url": "https://acme.slack.com/archives/G0SECRET/p1772445600000100"},
        {"original_url": "https://acme.slack.com/archives/G0SECRET/p1772445600000100"},
        {"title_link": "https://acme.slack.com/archives/G0SECRET/p1772445600000100"},
    ],
)
def test_a_quoted_message_is_never_part_of_the_text(
    read: Reader, author: JsonObject, sign: JsonObject
) -> None:
    export = read(export_files(message("see this", attachments=[QUOTE | sign], **author)))
    assert texts_of(export) == ["see this"]
    assert export.problems == {Problem.ATTACHMENT_QUOTES_MESSAGE: 1}


@pytest.mark.parametrize(
    "sign", [{"from_url": "https://x.example"}, {"service_name": "News"}, {"is_app_unfurl": True}]
)
def test_a_link_preview_is_not_part_of_the_text(read: Reader, sign: JsonObject) -> None:
    export = read(export_files(message("see", attachments=[{"title": "Headline", "text": "News"} | sign])))
    assert texts_of(export) == ["see"]
    assert export.problems == {Problem.ATTACHMENT_LINK_PREVIEW: 1}


def test_a_message_that_is_nothing_but_a_quotation_is_empty(read: Reader) -> None:
    export = read(export_files(message("", attachments=[QUOTE | {"is_share": True}])))
    assert texts_of(export) == []


def test_a_persons_attachment_of_unknown_origin_is_left_out(read: Reader) -> None:
    export = read(export_files(message("see", attachments=[QUOTE])))
    assert texts_of(export) == ["see"]
    assert export.problems == {Problem.ATTACHMENT_NOT_THE_APPS_OWN: 1}


def test_an_apps_own_attachment_is_its_text(read: Reader) -> None:
    attachment = {
        "fallback": "not this",
        "pretext": "Build for <@U0MAYA>",
        "title": "Build 7 &amp; 8",
        "title_link": "https://ci.example/7",
        "text": "3 tests failed",
        "fields": [{"title": "Branch", "value": "main"}],
        "blocks": [{"type": "section", "text": {"type": "mrkdwn", "text": "retry at noon"}}],
    }
    bot = {"user": None, "subtype": "bot_message", "bot_id": "B0CI"}
    [text] = texts_of(read(export_files(message("", attachments=[attachment], **bot))))
    assert text == (
        "Build for @Maya\nBuild 7 & 8 (https://ci.example/7)\n3 tests failed\nBranch: main\nretry at noon"
    )


def test_the_fallback_speaks_for_an_attachment_that_shows_nothing_else(read: Reader) -> None:
    bot = {"user": None, "subtype": "bot_message", "username": "ci"}
    assert texts_of(read(export_files(message("", attachments=[{"fallback": "Build 7"}], **bot)))) == [
        "Build 7"
    ]


def test_the_title_of_a_shared_file_is_part_of_the_text(read: Reader) -> None:
    files = [
        {"title": "Plan &amp; dates", "name": "plan.pdf"},
        {"title": "a.txt", "name": "a.txt"},
        {"name": "b"},
    ]
    [text] = texts_of(read(export_files(message("here", files=files))))
    assert text == "here\nshared a file: Plan & dates (plan.pdf)\nshared a file: a.txt\nshared a file: b"


def test_a_file_alone_makes_a_message(read: Reader) -> None:
    assert texts_of(read(export_files(message("", files=[{"name": "plan.pdf"}])))) == [
        "shared a file: plan.pdf"
    ]


def test_a_file_that_the_text_names_is_not_named_again(read: Reader) -> None:
    text = "<@U0MAYA> uploaded a file: <https://acme.slack.com/files/F1|plan.pdf> and commented: final"
    [read_text] = texts_of(read(export_files(message(text, file={"title": "plan.pdf", "name": "plan.pdf"}))))
    assert (
        read_text == "@Maya uploaded a file: plan.pdf (https://acme.slack.com/files/F1) and commented: final"
    )


@pytest.mark.parametrize(
    "secret",
    [
        {"preview": "contents"},
        {"plain_text": "contents"},
        {"initial_comment": {"comment": "contents"}},
        {"preview_highlight": "<pre>contents</pre>"},
    ],
)
def test_contents_of_a_file_are_never_part_of_the_text(read: Reader, secret: JsonObject) -> None:
    assert texts_of(read(export_files(message("", files=[{"name": "a.txt"} | secret])))) == [
        "shared a file: a.txt"
    ]


@pytest.mark.parametrize(
    "hidden", [{"mode": "tombstone"}, {"mode": "hidden_by_limit"}, {"file_access": "access_denied"}]
)
def test_a_file_that_readers_cannot_see_is_not_named(read: Reader, hidden: JsonObject) -> None:
    assert texts_of(read(export_files(message("gone", files=[{"name": "a.txt"} | hidden])))) == ["gone"]


@pytest.mark.parametrize("value", [None, "x", {}, [None, 1, "x", [], {}]])
def test_broken_attachments_and_files_do_not_stop_a_message(read: Reader, value: object) -> None:
    bot = {"bot_id": "B0BOT"}
    assert texts_of(
        read(export_files(message("still", attachments=value, files=value, file=value, **bot)))
    ) == ["still"]
