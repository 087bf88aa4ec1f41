"""What is sent, as plain dictionaries whose keys a type checker knows; a key that is left out is not said."""

from datetime import datetime
from typing import Literal, NotRequired, Required, TypedDict

Kind = Literal["direct", "group_direct", "private_channel", "public_channel"]
Moment = datetime | str
"""A time with its offset; a text is sent as it is."""


class ConnectorName(TypedDict):
    """One platform workspace of the agent."""

    type: str
    name: str


class Conversation(TypedDict, total=False):
    """A room as its platform describes it."""

    external_thread_id: Required[str]
    kind: Kind
    name: str
    members: list[str]
    externally_shared: bool
    restricted: bool


class Sender(TypedDict, total=False):
    """Who sent a message."""

    external_id: Required[str]
    display_name: str
    organization: str
    is_agent: bool
    is_external: bool


class Inbound(TypedDict):
    """The message to be answered."""

    external_message_id: str
    sender: Sender
    sent_at: Moment
    text: str


class Audience(TypedDict):
    """Who may read one message, where that is fewer than may read its room."""

    visibility: Literal["public", "workspace", "members"]
    readers: NotRequired[list[str]]


class Message(TypedDict, total=False):
    """One message of a batch: its text, or the news that it was deleted."""

    connector: Required[ConnectorName]
    conversation: Required[Conversation]
    external_message_id: Required[str]
    sender: Required[Sender]
    sent_at: Required[Moment]
    text: str
    deleted: Literal[True]
    edited_at: Moment
    audience: Audience
