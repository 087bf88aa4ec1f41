"""The closed vocabulary of the closing report: nothing here is ever built from text of the export."""

from enum import StrEnum


class SkipReason(StrEnum):
    """Why one entry of a day file is not imported."""

    NOT_AN_OBJECT = "entry:not_an_object"
    NOT_A_MESSAGE = "entry:not_a_message"
    DAMAGED = "entry:damaged"
    HIDDEN = "entry:hidden"
    EMPTY = "entry:empty"
    EDIT_WITHOUT_MESSAGE = "entry:edit_without_message"
    TS_MISSING = "ts:missing"
    TS_INVALID = "ts:invalid"
    TS_OUT_OF_RANGE = "ts:out_of_range"
    SENDER_MISSING = "sender:missing"
    SENDER_INVALID = "sender:invalid"
    DUPLICATE_IDENTICAL = "duplicate:identical"
    DUPLICATE_OLDER_VERSION = "duplicate:older_version"
    DUPLICATE_CONFLICTING = "duplicate:conflicting"
    ROOM_NOT_LISTED = "room:not_listed"
    ROOM_AMBIGUOUS = "room:ambiguous_folder"


class Problem(StrEnum):
    """What was left out or mended besides single entries: files, listings, members, parts of messages."""

    FILE_TOO_LARGE = "file:too_large"
    FILE_SUSPICIOUS_COMPRESSION = "file:suspicious_compression"
    FILE_UNSUPPORTED_COMPRESSION = "file:unsupported_compression"
    FILE_ENCRYPTED = "file:encrypted"
    FILE_CORRUPT = "file:corrupt"
    FILE_INVALID_JSON = "file:invalid_json"
    FILE_TOO_DEEP = "file:too_deep"
    FILE_NOT_A_LIST = "file:not_a_list"
    FILE_INVALID_UTF8 = "file:invalid_utf8"
    FILE_REPEATED_DAY = "file:repeated_day"
    FILE_IGNORED = "file:ignored"
    PATH_UNSAFE = "path:unsafe"
    PATH_UNREADABLE = "path:unreadable"
    PATH_LINK = "path:link"
    PATH_OUTSIDE_EXPORT = "path:outside_export"
    LISTING_USERS_MISSING = "listing:users_missing"
    ROOM_NOT_AN_OBJECT = "room:not_an_object"
    ROOM_WITHOUT_ID = "room:without_id"
    ROOM_LISTED_TWICE = "room:listed_twice"
    ROOM_LISTINGS_DISAGREE = "room:listings_disagree"
    MEMBERS_MALFORMED = "members:malformed"
    MEMBERS_INCOMPLETE = "members:incomplete"
    MEMBERS_CONTRADICTORY = "members:contradictory"
    MEMBERS_TOO_MANY = "members:too_many"
    USER_NOT_AN_OBJECT = "user:not_an_object"
    USER_WITHOUT_ID = "user:without_id"
    THREAD_TS_INVALID = "thread_ts:invalid"
    EDITED_TS_INVALID = "edited_ts:invalid"
    ATTACHMENT_QUOTES_MESSAGE = "attachment:quotes_another_message"
    ATTACHMENT_LINK_PREVIEW = "attachment:link_preview"
    ATTACHMENT_NOT_THE_APPS_OWN = "attachment:not_the_apps_own"


EVENT_SUBTYPES = frozenset(
    {
        "app_conversation_join",
        "app_conversation_leave",
        "assistant_app_thread",
        "bot_add",
        "bot_disable",
        "bot_enable",
        "bot_remove",
        "canvas_updated",
        "channel_archive",
        "channel_canvas_updated",
        "channel_convert_to_private",
        "channel_convert_to_public",
        "channel_join",
        "channel_leave",
        "channel_name",
        "channel_posting_permissions",
        "channel_unarchive",
        "ekm_access_denied",
        "group_archive",
        "group_join",
        "group_leave",
        "group_name",
        "group_unarchive",
        "huddle_thread",
        "joiner_notification",
        "joiner_notification_for_inviter",
        "message_replied",
        "pinned_item",
        "reminder_add",
        "reminder_delete",
        "reply_broadcast",
        "sh_room_created",
        "sh_room_shared",
        "tabbed_canvas_updated",
        "unpinned_item",
    }
)
_OTHER_EVENT = "event:other"


def event_reason(subtype: str) -> str:
    """Return the label of an entry that records an event instead of something a person wrote."""
    return f"event:{subtype}" if subtype in EVENT_SUBTYPES else _OTHER_EVENT


ALL_SKIP_REASONS = frozenset(
    {reason.value for reason in SkipReason} | {event_reason(name) for name in EVENT_SUBTYPES} | {_OTHER_EVENT}
)
