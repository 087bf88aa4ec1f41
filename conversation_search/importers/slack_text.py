"""Render Slack's message markup as the text people read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from conversation_search.importers.slack_people import People

_MARKUP = re.compile(r"<([^<>]*)>")
_ENTITY = re.compile(r"&(amp|lt|gt);")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}
_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:.+", re.DOTALL)
_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:(//)?")
_ADDRESS_SCHEMES = ("mailto:", "tel:")
_BROADCASTS = frozenset({"here", "channel", "everyone", "group"})


def decoded(text: str) -> str:
    """Undo Slack's three entities, each exactly once."""
    return _ENTITY.sub(lambda match: _ENTITIES[match[1]], text)


@dataclass(frozen=True, slots=True)
class Names:
    """The names one room's messages may be rendered with.

    `channels` holds names of public channels only, and is empty for rooms that guests or strangers read: a
    mention without a label must not tell anyone a name that they could not see.
    """

    people: People
    channels: Mapping[str, str]

    def user(self, user_id: str, label: str = "") -> str:
        """Return `@Name`; the label, then the id, where the export does not list the account."""
        user = self.people.users.get(user_id)
        return "@" + ((user.display_name if user else "") or label.removeprefix("@") or user_id)

    def channel(self, channel_id: str, label: str = "") -> str:
        """Return `#name`; the bare id where neither the text nor a public listing names it."""
        return "#" + (label.removeprefix("#") or self.channels.get(channel_id, "") or channel_id)

    def markup(self, text: str) -> str:
        """Render mentions, links, dates and entities; what is no markup, a lone `<` say, stays as it is."""
        rendered = []
        end = 0
        for match in _MARKUP.finditer(text):
            rendered.append(decoded(text[end : match.start()]))
            rendered.append(self._one(match[1], match[0]))
            end = match.end()
        rendered.append(decoded(text[end:]))
        return "".join(rendered)

    def _one(self, inside: str, whole: str) -> str:
        target, _, label = inside.partition("|")
        target, label = decoded(target), decoded(label)
        if target.startswith("@") and len(target) > 1:
            return self.user(target[1:], label)
        if target.startswith("#") and len(target) > 1:
            return self.channel(target[1:], label)
        if target.startswith("!"):
            return command(target[1:], label) or decoded(whole)
        return link(target, label) if _LINK.fullmatch(target) else decoded(whole)


def command(name: str, label: str) -> str:
    """Render what follows `<!`: a broadcast, a user group, a date; empty where it is none of them."""
    kind, _, rest = name.partition("^")
    if kind in _BROADCASTS:
        return f"@{kind}"
    if kind == "subteam" and rest:
        return "@" + (label.removeprefix("@") or rest)
    return label


def link(url: str, label: str) -> str:
    """Render a link as `label (url)`, without saying the same thing twice."""
    if url.startswith(_ADDRESS_SCHEMES):
        address = _SCHEME.sub("", url)
        return address if label in {"", address} else f"{label} ({address})"
    bare = _SCHEME.sub("", url)
    same = {"", url, bare, bare.rstrip("/")}
    return url if label in same else f"{label} ({url})"
