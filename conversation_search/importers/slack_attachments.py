"""Which parts beside a message's own text belong to it: an app's own attachments and the titles of files.

An attachment that quotes a message carries text of another room, whose readers are others. Indexed here it
would be disclosed under this room's audience, so it is left out. Previews of web pages are not anyone's words
either. Only what an app posted as its own is kept, and of files only the title, which the room shows: never
contents or previews.
"""

from collections import Counter

from conversation_search.importers.slack_blocks import blocks_text
from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_text import Names, decoded, link
from conversation_search.importers.slack_values import JsonObject, flag, objects_in, text_of

_QUOTE_KEYS = (
    "is_msg_unfurl",
    "is_share",
    "is_reply_unfurl",
    "is_thread_root_unfurl",
    "is_reply_broadcast",
    "broadcast_thread_ts",
    "message_blocks",
    "msg_subtype",
    "channel_id",
    "channel_name",
    "channel_team",
    "private_channel_prompt",
    "author_id",
    "author_subname",
    "files",
)
_PREVIEW_KEYS = ("from_url", "original_url", "is_app_unfurl", "app_unfurl_url", "service_name", "service_url")
_LINK_KEYS = (*_PREVIEW_KEYS, "title_link", "author_link", "footer")
_ARCHIVE_PATH = "/archives/"
_HIDDEN_FILE_MODES = frozenset({"tombstone", "hidden_by_limit", "file_access"})
_VISIBLE_ACCESS = frozenset({"", "visible"})


def attachment_texts(entry: JsonObject, names: Names, problems: Counter[str], *, by_app: bool) -> list[str]:
    """Render the attachments that are an app's own words, and count the others by why they are left out."""
    texts = []
    for attachment in objects_in(entry.get("attachments")):
        problem = reason_to_leave_out(attachment, by_app=by_app)
        if problem is not None:
            problems[problem] += 1
        elif text := own_text(attachment, names):
            texts.append(text)
    return texts


def reason_to_leave_out(attachment: JsonObject, *, by_app: bool) -> Problem | None:
    """Say why an attachment is not part of its message; None where it is."""
    if quotes_a_message(attachment):
        return Problem.ATTACHMENT_QUOTES_MESSAGE
    if any(flag(attachment.get(key)) for key in _PREVIEW_KEYS):
        return Problem.ATTACHMENT_LINK_PREVIEW
    return None if by_app else Problem.ATTACHMENT_NOT_THE_APPS_OWN


def quotes_a_message(attachment: JsonObject) -> bool:
    """Whether an attachment repeats a message, of whatever room."""
    links_to_message = any(_ARCHIVE_PATH in text_of(attachment.get(key)) for key in _LINK_KEYS)
    return links_to_message or any(flag(attachment.get(key)) for key in _QUOTE_KEYS)


def own_text(attachment: JsonObject, names: Names) -> str:
    """Render an app's own attachment; its fallback only where it shows nothing else."""
    title = decoded(text_of(attachment.get("title")))
    url = text_of(attachment.get("title_link"))
    lines = [
        names.markup(text_of(attachment.get("pretext"))),
        link(url, title) if title and url else title,
        names.markup(text_of(attachment.get("text"))),
        *(field_text(field, names) for field in objects_in(attachment.get("fields"))),
        blocks_text(attachment.get("blocks"), names),
    ]
    rendered = "\n".join(line for line in lines if line.strip())
    return rendered or names.markup(text_of(attachment.get("fallback")))


def field_text(field: JsonObject, names: Names) -> str:
    """Render one `title: value` of an attachment."""
    parts = (names.markup(text_of(field.get(key))) for key in ("title", "value"))
    return ": ".join(part for part in parts if part.strip())


def file_lines(entry: JsonObject, text: str) -> list[str]:
    """Return one line per visible file that the text does not name already."""
    files = [*objects_in(entry.get("files")), *objects_in([entry.get("file")])]
    shown = (file for file in files if is_visible(file) and not is_named_in(text, file))
    return [f"shared a file: {title}" for title in dict.fromkeys(map(file_title, shown)) if title]


def is_visible(file: JsonObject) -> bool:
    """Whether the room's readers see the file: not deleted, not beyond their access."""
    access = text_of(file.get("file_access"))
    return text_of(file.get("mode")) not in _HIDDEN_FILE_MODES and access in _VISIBLE_ACCESS


def is_named_in(text: str, file: JsonObject) -> bool:
    """Whether the text names the file itself, as the text of older exports does."""
    title = decoded(text_of(file.get("title"))).strip()
    return bool(title) and title in text


def file_title(file: JsonObject) -> str:
    """Return the file's title; people also search by file name, so both where they differ."""
    title = decoded(text_of(file.get("title"))).strip()
    name = decoded(text_of(file.get("name"))).strip()
    return f"{title} ({name})" if title and name and title != name else title or name
