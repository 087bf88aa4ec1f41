"""What the reader hands out: plain frozen records, one per user, room and entry of the export."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from conversation_search.importers.slack_reasons import SkipReason

RoomKind = Literal["direct", "group_direct", "private_channel", "public_channel"]


@dataclass(frozen=True, slots=True)
class User:
    """One account of the export's user list.

    `is_external` holds for guests, strangers and accounts of a foreign team. `bot_ids` and `app_id` are the
    other names under which a bot account posts.
    """

    external_id: str
    display_name: str
    organization: str | None
    is_external: bool
    is_bot: bool
    bot_ids: tuple[str, ...] = ()
    app_id: str | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """One conversation, or one folder that no listing explains.

    Of the latter, `quarantine` says why nothing of it is imported.

    `members` is None where the export does not list them, or lists them in a way that cannot be trusted: no
    evidence. `()` is a listing of nobody and passed on as it is.
    """

    external_thread_id: str
    kind: RoomKind
    name: str
    members: tuple[str, ...] | None
    externally_shared: bool
    folders: tuple[str, ...] = ()
    quarantine: SkipReason | None = None

    @property
    def quarantined(self) -> bool:
        """Whether the entries of this folder are only counted."""
        return self.quarantine is not None


@dataclass(frozen=True, slots=True)
class Sender:
    """Who wrote one entry. Bots without an account are `bot:ID` or `username:NAME`, never a user id."""

    external_id: str
    display_name: str
    organization: str | None
    is_external: bool
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One message, or its newer text (same id, later `edited_at`). Times are exact to the microsecond."""

    external_message_id: str
    sender: Sender
    sent_at: datetime
    text: str
    edited_at: datetime | None
    thread_ts: str | None


@dataclass(frozen=True, slots=True)
class Deletion:
    """The platform says that this message was deleted. The sender is whom the entry names, often Slackbot."""

    external_message_id: str
    sender: Sender
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Skipped:
    """One entry that is not imported: its closed reason, and its `ts` where it has a usable one."""

    reason: str
    ts: str | None


Entry = Message | Deletion | Skipped


@dataclass(frozen=True, slots=True)
class Day:
    """One day file of one room: `name` is its date, entries are in order of time."""

    name: str
    entries: tuple[Entry, ...]
