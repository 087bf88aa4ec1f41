"""Render Block Kit blocks as plain text: what a reader sees of them, without buttons and pictures."""

from collections.abc import Callable, Iterable, Mapping

from conversation_search.importers.slack_text import Names, decoded, link
from conversation_search.importers.slack_values import (
    JsonObject,
    identifier,
    object_of,
    objects_in,
    text_of,
    timestamp,
)

# Slack itself nests a list in a section in a block; deeper input is broken, and recursion must end.
_DEEPEST_NESTING = 8


def blocks_text(blocks: object, names: Names) -> str:
    """Render a list of blocks, one or more lines each; unknown blocks are left out."""
    rendered = (_block(block, names) for block in objects_in(blocks))
    return "\n".join(text for text in rendered if text.strip())


def _block(block: JsonObject, names: Names) -> str:
    render = _BLOCKS.get(text_of(block.get("type")))
    return render(block, names) if render else ""


def _section(block: JsonObject, names: Names) -> str:
    parts = [block.get("text"), *objects_in(block.get("fields"))]
    return _lines(_text_object(part, names) for part in parts)


def _context(block: JsonObject, names: Names) -> str:
    parts = (part for part in objects_in(block.get("elements")) if part.get("type") != "image")
    return " ".join(text for part in parts if (text := _text_object(part, names)))


def _rich_text_block(block: JsonObject, names: Names) -> str:
    return _lines(_rich_text(part, names, 0) for part in objects_in(block.get("elements")))


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(text for text in texts if text.strip())


def _text_object(value: object, names: Names) -> str:
    text = object_of(value)
    words = text_of(text.get("text"))
    return names.markup(words) if text.get("type") == "mrkdwn" else decoded(words)


def _rich_text(part: JsonObject, names: Names, depth: int) -> str:
    kind = part.get("type")
    elements = objects_in(part.get("elements"))
    if depth > _DEEPEST_NESTING:
        return ""
    if kind == "rich_text_list":
        return _list(part, names, depth)
    inside = "".join(_inline(element, names) for element in elements)
    if kind == "rich_text_quote":
        return "\n".join(f"> {line}" for line in inside.splitlines())
    if kind == "rich_text_preformatted":
        return f"```\n{inside}\n```"
    return inside if kind == "rich_text_section" else ""


def _list(part: JsonObject, names: Names, depth: int) -> str:
    ordered = part.get("style") == "ordered"
    first = _small_number(part.get("offset"))
    indent = "  " * _small_number(part.get("indent"))
    items = [_rich_text(item, names, depth + 1) for item in objects_in(part.get("elements"))]
    marks = (f"{first + number}." if ordered else "•" for number in range(1, len(items) + 1))
    return "\n".join(f"{indent}{mark} {item}" for mark, item in zip(marks, items, strict=True))


def _small_number(value: object) -> int:
    text = text_of(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len("999") else 0


def _inline(element: JsonObject, names: Names) -> str:
    render = _INLINE.get(text_of(element.get("type")))
    return render(element, names) if render else ""


def _user(element: JsonObject, names: Names) -> str:
    user_id = identifier(element.get("user_id"))
    return names.user(user_id) if user_id else ""


def _channel(element: JsonObject, names: Names) -> str:
    channel_id = identifier(element.get("channel_id"))
    return names.channel(channel_id) if channel_id else ""


def _date(element: JsonObject, _names: Names) -> str:
    fallback = text_of(element.get("fallback"))
    moment = timestamp(element.get("timestamp"))
    if fallback or isinstance(moment, str):
        return fallback
    return f"{moment.instant:%Y-%m-%d %H:%M} UTC"


# Text of rich_text elements is literal: unlike mrkdwn it carries no entities and no markup.
_INLINE: Mapping[str, Callable[[JsonObject, Names], str]] = {
    "text": lambda element, _names: text_of(element.get("text")),
    "link": lambda element, _names: link(text_of(element.get("url")), text_of(element.get("text"))),
    "user": _user,
    "usergroup": lambda element, _names: "@" + text_of(element.get("usergroup_id")),
    "channel": _channel,
    "emoji": lambda element, _names: f":{text_of(element.get('name'))}:",
    "date": _date,
    "broadcast": lambda element, _names: "@" + text_of(element.get("range")),
    "team": lambda element, _names: text_of(element.get("team_id")),
    "color": lambda element, _names: text_of(element.get("value")),
}

_BLOCKS: Mapping[str, Callable[[JsonObject, Names], str]] = {
    "rich_text": _rich_text_block,
    "section": _section,
    "context": _context,
    "header": lambda block, names: _text_object(block.get("text"), names),
    "markdown": lambda block, names: names.markup(text_of(block.get("text"))),
    "image": lambda block, names: _text_object(block.get("title"), names),
    "video": lambda block, names: _text_object(block.get("title"), names),
}
