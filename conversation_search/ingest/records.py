"""What comes in, as plain frozen records. One that exists is well-formed: building it checks and cleans it.

Building raises InvalidArgument with the path of the field, or TooLarge for a text. What a record cannot know (is the
room known, is the audience wider, is the time in the future) is decided where it is stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from conversation_search import limits
from conversation_search.errors import InvalidArgument, TooLarge
from conversation_search.ingest import values
from conversation_search.managers.rooms import Kind
from conversation_search.text import storable

__all__ = [
    "ConnectorRef",
    "ExplicitAudience",
    "IncomingActor",
    "IncomingConnector",
    "IncomingConversation",
    "IncomingMessage",
    "IncomingSender",
    "Kind",
    "Visibility",
]

Visibility = Literal["public", "workspace", "members"]


def _clean(record: object, field: str, check: Callable[[Any], Any], path: str = "") -> None:
    """Replace a field of a record under construction by what its check makes of it."""
    try:
        object.__setattr__(record, field, check(getattr(record, field)))
    except ValueError as error:
        raise InvalidArgument.of(path or field, str(error)) from None


def _external_ids(ids: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return ids sorted and once each; None stays None: not given is not nobody."""
    if ids is None:
        return None
    if len(ids) > limits.ROOM_MEMBERS:
        message = f"Send at most {limits.ROOM_MEMBERS} ids."
        raise ValueError(message)
    return tuple(sorted({values.check_external_id(one) for one in ids}))


@dataclass(frozen=True, slots=True)
class ConnectorRef:
    """Names one platform workspace of the agent."""

    type: str
    name: str

    def __post_init__(self) -> None:
        """Check both parts."""
        _clean(self, "type", values.check_connector_type, "connector.type")
        _clean(self, "name", values.check_external_id, "connector.name")


@dataclass(frozen=True, slots=True)
class IncomingConnector:
    """A platform workspace as it is registered; the two flags replace what was stored, the accounts add to it."""

    ref: ConnectorRef
    agent_account_ids: tuple[str, ...] = ()
    joiners_read_history: bool = False
    public: bool = False

    def __post_init__(self) -> None:
        """Check the ids of the agent's accounts."""
        _clean(self, "agent_account_ids", _external_ids)


@dataclass(frozen=True, slots=True)
class IncomingActor:
    """What is known of someone; None keeps what is stored."""

    connector: ConnectorRef
    external_id: str
    display_name: str | None = None
    organization: str | None = None
    is_agent: bool | None = None
    is_external: bool | None = None

    def __post_init__(self) -> None:
        """Check the id and clean the names."""
        _clean(self, "external_id", values.check_external_id)
        _clean(self, "display_name", values.shown_name)
        _clean(self, "organization", values.shown_name)


@dataclass(frozen=True, slots=True)
class IncomingConversation:
    """A room as its platform describes it; None keeps what is stored, `()` as members lists nobody."""

    external_thread_id: str
    kind: Kind | None = None
    name: str | None = None
    members: tuple[str, ...] | None = None
    externally_shared: bool | None = None
    restricted: bool | None = None

    def __post_init__(self) -> None:
        """Check the ids and clean the name."""
        _clean(self, "external_thread_id", values.check_external_id, "conversation.external_thread_id")
        _clean(self, "name", values.shown_name, "conversation.name")
        _clean(self, "members", _external_ids, "conversation.members")


@dataclass(frozen=True, slots=True)
class IncomingSender:
    """Who sent a message, named as the message itself names them."""

    external_id: str
    display_name: str | None = None
    organization: str | None = None
    is_agent: bool | None = None
    is_external: bool | None = None

    def __post_init__(self) -> None:
        """Check the id and clean the names."""
        _clean(self, "external_id", values.check_external_id, "sender.external_id")
        _clean(self, "display_name", values.shown_name, "sender.display_name")
        _clean(self, "organization", values.shown_name, "sender.organization")


@dataclass(frozen=True, slots=True)
class ExplicitAudience:
    """The audience that a message names itself. `readers` go with `members` alone; `()` reaches nobody."""

    visibility: Visibility
    readers: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Check the readers and that they go with the visibility."""
        _clean(self, "readers", _external_ids, "audience.readers")
        if (self.visibility == "members") != (self.readers is not None):
            hint = "Send `readers` with the visibility `members`, and with no other."
            raise InvalidArgument.of("audience.readers", hint)


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """One message, its newer text (a later `edited_at`), or with `text=None` the news that it was deleted."""

    connector: ConnectorRef
    conversation: IncomingConversation
    external_message_id: str
    sender: IncomingSender
    sent_at: datetime
    text: str | None
    edited_at: datetime | None = None
    audience: ExplicitAudience | None = None

    def __post_init__(self) -> None:
        """Check the id and the times, clean the text and measure it."""
        _clean(self, "external_message_id", values.check_external_id)
        _clean(self, "sent_at", values.check_moment)
        if self.edited_at is not None:
            _clean(self, "edited_at", values.check_moment)
        if self.text is not None:
            _clean(self, "text", storable)
            if values.byte_length(self.text) > limits.MESSAGE_BYTES:
                message = f"A text may have {limits.MESSAGE_BYTES} bytes of UTF-8."
                raise TooLarge(message)

    @property
    def is_deletion(self) -> bool:
        """Whether it says that the message was deleted."""
        return self.text is None
