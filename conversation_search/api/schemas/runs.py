"""The shapes of a run: its opening, the check before delivery, the reply, and what the platform made of it."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from conversation_search import limits
from conversation_search.api.schemas.base import ConnectorBlock, ExternalId, Moment, StrictModel, Text
from conversation_search.api.schemas.ingest import ConversationBlock, SenderBlock
from conversation_search.ingest.records import IncomingConversation, IncomingMessage
from conversation_search.public_ids import PublicIds
from conversation_search.runs.delivery import Delivery, StoredReply
from conversation_search.runs.provenance import Judgement
from conversation_search.runs.run_request import OpenedRun, RunRequest
from conversation_search.runs.tool_schema import describe_tools


class InboundBlock(StrictModel):
    """The message to be answered. Its sender is the requester."""

    external_message_id: ExternalId
    sender: SenderBlock
    sent_at: Moment
    text: Text


class RunIn(StrictModel):
    """A turn: the room as it is now, and the message to be answered; without one nobody asks (a scheduled post)."""

    connector: ConnectorBlock
    conversation: ConversationBlock
    message: InboundBlock | None = None
    history_window: int | None = Field(
        default=None,
        ge=0,
        le=limits.HISTORY_WINDOW_MAX,
        description=f"Messages of the room to load; {limits.HISTORY_WINDOW} when left out.",
    )
    external_run_id: ExternalId | None = Field(
        default=None,
        description="The caller's own id of this run: sent again with the same request, it gives the same run.",
    )

    def request(self) -> RunRequest:
        """Return the opening as the service takes it."""
        window = limits.HISTORY_WINDOW if self.history_window is None else self.history_window
        return RunRequest(
            self.connector.ref(), self.conversation.incoming(), self._inbound(), window, self.external_run_id
        )

    def _inbound(self) -> IncomingMessage | None:
        if self.message is None:
            return None
        # The room is described by the run, not by its message.
        room = IncomingConversation(self.conversation.external_thread_id)
        sent = self.message
        return IncomingMessage(
            self.connector.ref(),
            room,
            sent.external_message_id,
            sent.sender.incoming(),
            sent.sent_at,
            sent.text,
        )


class RunDestinationOut(BaseModel):
    """Who will read the answer, as the run was opened."""

    visibility: Literal["workspace", "members"]
    namespace: str
    kind: Literal["direct", "group_direct", "private_channel", "public_channel"]


class RunRequesterOut(BaseModel):
    """Who is being answered."""

    external_id: str


class HistoryMessageOut(BaseModel):
    """One message of the room, whole; `you` speaks in the agent's own."""

    message_id: str
    speaker: str
    when: datetime
    text: str


class RunOpenedOut(BaseModel):
    """An open run: its id, who will read the answer, what was said before, and the tools to be offered.

    The token opens the tools of this run alone, over MCP, for as long as the run is open.
    """

    run_id: str
    expires_at: datetime
    destination: RunDestinationOut
    requester: RunRequesterOut | None
    history: list[HistoryMessageOut]
    """Oldest first, without the message to be answered."""
    tools: list[dict[str, Any]] = Field(description="In the dialect `mcp`; GET /tools has the others.")

    mcp_token: str = Field(description="The bearer token of this run at /mcp. Secret, like the key.")

    @classmethod
    def of(cls, opened: OpenedRun, ids: PublicIds, mcp_token: str) -> "RunOpenedOut":
        """Return an opened run under public ids."""
        run = opened.run
        asking = run.requester_external_id
        return cls.model_validate(
            {
                "run_id": ids.encode("run", run.run_id),
                "expires_at": run.expires_at,
                "destination": {
                    "visibility": run.visibility,
                    "namespace": run.namespace,
                    "kind": run.kind,
                },
                "requester": None if asking is None else {"external_id": asking},
                "history": [
                    {
                        "message_id": ids.encode("message", message.message_event_id),
                        "speaker": message.speaker,
                        "when": message.sent_at,
                        "text": message.body,
                    }
                    for message in opened.window
                ],
                "tools": describe_tools("mcp"),
                "mcp_token": mcp_token,
            }
        )


class NothingIn(StrictModel):
    """A call that takes no arguments: an empty body, or an empty object."""


class ReplyIn(StrictModel):
    """The text that will be sent into the run's room."""

    text: Text


class DeliveredIn(StrictModel):
    """The platform's ids of what was posted: one for each part that the reply was split into."""

    external_message_ids: list[ExternalId] = Field(min_length=1, max_length=limits.DELIVERED_IDS)


class DeniedOut(BaseModel):
    """One message that the run was shown and that may no longer be disclosed, and the first rule that says so."""

    message_id: str
    rule: str


class DeniedMemoryOut(BaseModel):
    """One memory that the run was shown and that may no longer be disclosed, and the first rule that says so."""

    memory_id: str
    rule: str


class DeniedToolResultOut(BaseModel):
    """One text of an external tool that was not granted to everyone who reads here."""

    tool_result_id: str
    rule: str


class RecheckOut(BaseModel):
    """Whether a reply may be sent now. The whole may be refused although no single message is."""

    deliverable: bool
    denied: list[DeniedOut]
    denied_memories: list[DeniedMemoryOut] = []
    """Left out where there is none, as the next."""
    denied_tool_results: list[DeniedToolResultOut] = []

    @classmethod
    def of(cls, judgement: Judgement, ids: PublicIds) -> "RecheckOut":
        """Return a verdict under public ids."""
        denied = [
            DeniedOut(message_id=ids.encode("message", one.message_id), rule=one.rule)
            for one in judgement.denied
        ]
        memories = [
            DeniedMemoryOut(memory_id=ids.encode("memory", one.memory_id), rule=one.rule)
            for one in judgement.denied_memories
        ]
        results = [
            DeniedToolResultOut(tool_result_id=ids.encode("tool_result", one.tool_result_id), rule=one.rule)
            for one in judgement.denied_tool_results
        ]
        others = {"denied_memories": memories, "denied_tool_results": results}
        return cls.model_validate(
            {"deliverable": judgement.deliverable, "denied": denied}
            | {name: found for name, found in others.items() if found}
        )


class ReplyStoredOut(BaseModel):
    """The stored reply and what it was built on: everything that its run had been shown."""

    message_id: str
    history_message_ids: list[str]
    memory_ids: list[str]

    @classmethod
    def of(cls, stored: StoredReply, ids: PublicIds) -> "ReplyStoredOut":
        """Return a stored reply under public ids."""
        history = [ids.encode("message", number) for number in stored.history_message_ids]
        return cls(
            message_id=ids.encode("message", stored.message_id),
            history_message_ids=history,
            memory_ids=[ids.encode("memory", number) for number in stored.memory_ids],
        )


class DeliveredOut(BaseModel):
    """The reply and every platform id under which it is known."""

    message_id: str
    external_message_ids: list[str]

    @classmethod
    def of(cls, delivery: Delivery, ids: PublicIds) -> "DeliveredOut":
        """Return a delivery under public ids."""
        return cls(
            message_id=ids.encode("message", delivery.message_id),
            external_message_ids=list(delivery.external_message_ids),
        )
