"""Turn one object of a day file into a message, a deletion, or the reason why it is neither."""

import re
from collections import Counter
from dataclasses import dataclass

from conversation_search.importers.slack_attachments import attachment_texts, file_lines
from conversation_search.importers.slack_blocks import blocks_text
from conversation_search.importers.slack_errors import NotImportedError
from conversation_search.importers.slack_people import SLACKBOT
from conversation_search.importers.slack_reasons import Problem, SkipReason, event_reason
from conversation_search.importers.slack_records import Deletion, Entry, Message, Sender, Skipped
from conversation_search.importers.slack_senders import is_app, sender_of
from conversation_search.importers.slack_text import Names
from conversation_search.importers.slack_values import (
    JsonObject,
    Timestamp,
    flag,
    object_of,
    text_of,
    timestamp,
)

# What somebody wrote and may look for later: joins, renames and pins are events of the room and are not. A
# topic or a purpose is a sentence that a member wrote for the others.
MESSAGE_SUBTYPES = frozenset({
    "", "bot_message", "channel_purpose", "channel_topic", "file_comment", "file_mention", "file_share",
    "group_purpose", "group_topic", "me_message", "slackbot_response", "thread_broadcast",
})  # fmt: skip

_NOT_A_WORD = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class EntryReader:
    """Reads the entries of one room; `problems` counts what was left out of a message that is imported."""

    names: Names
    problems: Counter[str]

    def read(self, value: object) -> Entry:
        """Read one object of a day file, whatever it is."""
        if not isinstance(value, dict):
            return Skipped(SkipReason.NOT_AN_OBJECT, None)
        try:
            return self._read(value)
        except NotImportedError as error:
            return Skipped(error.reason, usable_ts(value))

    def _read(self, entry: JsonObject) -> Message | Deletion:
        if entry.get("type", "message") != "message":
            raise NotImportedError(SkipReason.NOT_A_MESSAGE)
        subtype = text_of(entry.get("subtype"))
        if subtype == "message_deleted":
            return self._deletion(entry.get("deleted_ts"), object_of(entry.get("previous_message")))
        if subtype == "message_changed":
            # The event carries both versions; the old text is never taken.
            return self._plain(changed_message(entry), entry.get("ts"))
        return self._plain(entry, None)

    def _plain(self, entry: JsonObject, changed_at: object) -> Message | Deletion:
        subtype = text_of(entry.get("subtype"))
        if subtype == "tombstone":
            return self._deletion(entry.get("ts"), entry)
        if subtype not in MESSAGE_SUBTYPES:
            raise NotImportedError(event_reason(subtype))
        if flag(entry.get("hidden")):
            raise NotImportedError(SkipReason.HIDDEN)
        sent = required_time(entry.get("ts"))
        sender = sender_of(entry, self.names.people)
        text = self.text(entry)
        if not text.strip():
            raise NotImportedError(SkipReason.EMPTY)
        edited = self._time(object_of(entry.get("edited")).get("ts") or changed_at, Problem.EDITED_TS_INVALID)
        thread = self._time(entry.get("thread_ts"), Problem.THREAD_TS_INVALID)
        return Message(
            external_message_id=sent.text,
            sender=sender,
            sent_at=sent.instant,
            text=text,
            edited_at=edited.instant if edited else None,
            thread_ts=thread.text if thread else None,
        )

    def _deletion(self, deleted_ts: object, named: JsonObject) -> Deletion:
        deleted = required_time(deleted_ts or named.get("ts"))
        try:
            sender = sender_of(named, self.names.people)
        except NotImportedError:
            # Whoever wrote it: that it is gone still counts.
            sender = Sender(SLACKBOT, "Slackbot", None, is_external=False, is_bot=True)
        return Deletion(deleted.text, sender, deleted.instant)

    def _time(self, value: object, problem: Problem) -> Timestamp | None:
        """Read an optional time; an unusable one is counted and dropped."""
        moment = timestamp(value)
        if isinstance(moment, Timestamp):
            return moment
        if moment is not SkipReason.TS_MISSING:
            self.problems[problem] += 1
        return None

    def text(self, entry: JsonObject) -> str:
        """Render everything of the entry that its author wrote and its room shows."""
        by_app = is_app(entry, self.names.people)
        words = self.names.markup(text_of(entry.get("text")))
        if by_app or not words.strip():
            words = joined(words, blocks_text(entry.get("blocks"), self.names))
        attachments = attachment_texts(entry, self.names, self.problems, by_app=by_app)
        return "\n".join(part for part in (words, *attachments, *file_lines(entry, words)) if part.strip())


def changed_message(event: JsonObject) -> JsonObject:
    """Return the new version of a message from the event that changed it."""
    message = event.get("message")
    if not isinstance(message, dict):
        raise NotImportedError(SkipReason.EDIT_WITHOUT_MESSAGE)
    return message


def required_time(value: object) -> Timestamp:
    """Return the time that makes an entry a message, or say what is wrong with it."""
    moment = timestamp(value)
    if not isinstance(moment, Timestamp):
        raise NotImportedError(moment)
    return moment


def joined(text: str, blocks: str) -> str:
    """Join an app's notification text and its blocks, unless one says what the other says already."""
    short, long = _NOT_A_WORD.sub("", text), _NOT_A_WORD.sub("", blocks)
    if short in long:
        return blocks if long else text
    return text if long in short else f"{text}\n{blocks}"


def usable_ts(entry: JsonObject) -> str | None:
    """Return the entry's `ts` in canonical form, None where it has none."""
    moment = timestamp(entry.get("ts"))
    return moment.text if isinstance(moment, Timestamp) else None
