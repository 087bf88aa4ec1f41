"""The bodies of ingest: connectors, actors, conversations and batches of messages."""

from typing import Annotated, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, SkipValidation, WithJsonSchema, model_validator

from conversation_search import limits
from conversation_search.api.schemas.base import ConnectorBlock, ExternalId, Moment, Name, StrictModel, Text
from conversation_search.ingest.records import (
    ExplicitAudience,
    IncomingActor,
    IncomingConnector,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
    Kind,
    Visibility,
)

ExternalIds = Annotated[list[ExternalId], Field(max_length=limits.ROOM_MEMBERS)]


def _tuple(ids: list[str] | None) -> tuple[str, ...] | None:
    return None if ids is None else tuple(ids)


class ConversationBlock(StrictModel):
    """A room as its platform describes it. What is left out or null is not said; `members: []` lists nobody."""

    external_thread_id: ExternalId
    kind: Kind | None = Field(default=None, description="Needed when the room is not known yet.")
    name: Name | None = None
    members: ExternalIds | None = None
    externally_shared: bool | None = None
    restricted: bool | None = None

    def incoming(self) -> IncomingConversation:
        """Return the description as the services take it."""
        return IncomingConversation(
            self.external_thread_id,
            self.kind,
            self.name,
            _tuple(self.members),
            self.externally_shared,
            self.restricted,
        )


class SenderBlock(StrictModel):
    """Who sent a message, named as the message names them."""

    external_id: ExternalId
    display_name: Name | None = None
    organization: Name | None = None
    is_agent: bool | None = None
    is_external: bool | None = None

    def incoming(self) -> IncomingSender:
        """Return the sender as the services take it."""
        return IncomingSender(
            self.external_id, self.display_name, self.organization, self.is_agent, self.is_external
        )


class AudienceBlock(StrictModel):
    """Who may read one message, where that is fewer than may read its room. `readers` go with `members` alone."""

    visibility: Visibility
    readers: ExternalIds | None = None

    def incoming(self) -> ExplicitAudience:
        """Return the audience as the services take it."""
        return ExplicitAudience(self.visibility, _tuple(self.readers))


class ConnectorBody(ConnectorBlock):
    """A platform workspace: the agent's own accounts there, and what joining and sending mean there."""

    agent_account_ids: ExternalIds | None = None
    joiners_read_history: bool | None = None
    public: bool | None = None

    def incoming(self) -> IncomingConnector:
        """Return the connector as the services take it; what is left out is false, and no account is added."""
        return IncomingConnector(
            self.ref(),
            tuple(self.agent_account_ids or ()),
            joiners_read_history=bool(self.joiners_read_history),
            public=bool(self.public),
        )


class ActorBody(StrictModel):
    """What is known of someone; what is left out or null is kept as it is stored."""

    connector: ConnectorBlock
    external_id: ExternalId
    display_name: Name | None = None
    organization: Name | None = None
    is_agent: bool | None = None
    is_external: bool | None = None

    def incoming(self) -> IncomingActor:
        """Return the actor as the services take it."""
        return IncomingActor(
            self.connector.ref(),
            self.external_id,
            self.display_name,
            self.organization,
            self.is_agent,
            self.is_external,
        )


class ConversationBody(StrictModel):
    """A room, and when this description of it was true; now, when that is left out."""

    connector: ConnectorBlock
    conversation: ConversationBlock
    as_of: Moment | None = None


AUDIENCE: Final = AudienceBlock.model_json_schema()


def _named(audience: object) -> object:
    """Refuse null: read as absence, it would give a message of unknown readers its whole room."""
    if audience is None:
        message = "Name an audience, or leave it out."
        raise ValueError(message)
    return audience


class MessageBlock(StrictModel):
    """One message, its newer text (a later `edited_at`), or the news that it was deleted (`deleted: true`)."""

    connector: ConnectorBlock
    conversation: ConversationBlock
    external_message_id: ExternalId
    sender: SenderBlock
    sent_at: Moment
    text: Text | None = None
    deleted: bool | None = None
    edited_at: Moment | None = None
    audience: Annotated[AudienceBlock | None, BeforeValidator(_named), WithJsonSchema(AUDIENCE)] = Field(
        default=None, description="Left out: the room's own. Never null: who may read is said or not said."
    )

    @model_validator(mode="after")
    def _text_or_deleted(self) -> Self:
        if (self.text is None) != bool(self.deleted):
            message = "Send either `text` or `deleted: true`."
            raise ValueError(message)
        return self

    def incoming(self) -> IncomingMessage:
        """Return the message as the services take it; TooLarge for a text beyond its limit."""
        return IncomingMessage(
            connector=self.connector.ref(),
            conversation=self.conversation.incoming(),
            external_message_id=self.external_message_id,
            sender=self.sender.incoming(),
            sent_at=self.sent_at,
            text=self.text,
            edited_at=self.edited_at,
            audience=self.audience.incoming() if self.audience else None,
        )


def _batch(items: object) -> object:
    if not isinstance(items, list):
        message = "Send a list of messages."
        raise ValueError(message)  # noqa: TRY004 - the library turns only this into a refusal
    if len(items) > limits.INGEST_BATCH:
        message = f"Send at most {limits.INGEST_BATCH} messages at once."
        raise ValueError(message)
    return items


class MessagesBody(StrictModel):
    """A batch. Each message is judged by itself, so the list is taken as it comes."""

    messages: Annotated[list[MessageBlock], SkipValidation, AfterValidator(_batch)] = Field(
        json_schema_extra={"maxItems": limits.INGEST_BATCH}
    )
