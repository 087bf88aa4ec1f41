"""What comes back, as frozen models. Keys that a newer server adds are passed over."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from conversation_search.client.bodies import Kind


class Answer(BaseModel):
    """Anything that the API answers."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ConnectorKnown(Answer):
    """The name of one platform workspace."""

    type: str
    name: str


class Connector(ConnectorKnown):
    """A connector as it is stored now."""

    agent_account_ids: list[str]
    joiners_read_history: bool
    public: bool


class Actor(Answer):
    """Someone, as they are stored now."""

    connector: ConnectorKnown
    external_id: str
    display_name: str | None
    organization: str | None
    is_agent: bool
    is_external: bool


class Room(Answer):
    """A room as it is stored now; `applied` is false when what was sent was older and changed nothing."""

    connector: ConnectorKnown
    external_thread_id: str
    kind: Kind
    name: str | None
    members: list[str] | None
    members_as_of: datetime | None
    externally_shared: bool
    restricted: bool
    applied: bool


class Rejection(Answer):
    """Why one message of a batch was not stored."""

    code: str
    detail: str


class Stored(Answer):
    """What became of one message of a batch."""

    external_message_id: str | None
    message_id: str | None
    status: Literal["created", "updated", "duplicate", "rejected"]
    evidence: Literal["recorded", "none"]
    error: Rejection | None = None


class Batch(Answer):
    """One result for each message, in order."""

    results: list[Stored]


class Destination(Answer):
    """Who will read the answer."""

    visibility: Literal["workspace", "members"]
    namespace: str
    kind: Kind


class Requester(Answer):
    """Who is being answered."""

    external_id: str


class HistoryMessage(Answer):
    """One message of the room, whole."""

    message_id: str
    speaker: str
    when: datetime
    text: str


class Run(Answer):
    """An open run; its token opens its tools over MCP and is as secret as the key."""

    run_id: str
    expires_at: datetime
    destination: Destination
    requester: Requester | None
    history: list[HistoryMessage]
    tools: list[dict[str, Any]]
    mcp_token: str = Field(repr=False)


class Neighbour(Answer):
    """One message beside a hit."""

    message_id: str
    when: str
    speaker: str
    text: str


class Hit(Answer):
    """One message that was found; `matches` are the start and the end of each match in `text`, in code points."""

    where: str
    channel: str
    this_conversation: bool
    when: str
    ago: str
    speaker: str
    text: str
    matches: list[list[int]]
    before: list[Neighbour]
    after: list[Neighbour]
    score: float
    why: list[str]
    message_id: str


class Applied(Answer):
    """The filters as they were understood."""

    speaker: Literal["anyone", "requester", "you"]
    after: str | None
    before: str | None
    limit: int


class Budget(Answer):
    """How many distinct messages searches of this run may still show."""

    limit: int
    remaining: int


class SearchResult(Answer):
    """The result of one search, in the key order that a model should read it in."""

    status: Literal["ok", "no_matches", "search_budget_exhausted"]
    message_ids: list[str]
    count: int
    search_id: str
    applied: Applied
    degraded: list[str]
    budget: Budget
    hits: list[Hit]


class Denied(Answer):
    """One message that may no longer be disclosed, and the first rule that says so."""

    message_id: str
    rule: str


class DeniedMemory(Answer):
    """One memory that may no longer be disclosed, and the first rule that says so."""

    memory_id: str
    rule: str


class DeniedToolResult(Answer):
    """One text of an external tool that not everyone who reads here may read."""

    tool_result_id: str
    rule: str


class Recheck(Answer):
    """Whether a reply may be sent now."""

    deliverable: bool
    denied: list[Denied]
    denied_memories: list[DeniedMemory] = Field(default_factory=list)
    denied_tool_results: list[DeniedToolResult] = Field(default_factory=list)


class Remembered(Answer):
    """A stored memory."""

    memory_id: str


class Memory(Answer):
    """One memory that may be used in a run."""

    memory_id: str
    when: datetime
    text: str


class Memories(Answer):
    """The memories that may be used in a run, newest first."""

    memories: list[Memory]


class ToolResult(Answer):
    """A recorded grant of an external tool."""

    tool_result_id: str


class Reply(Answer):
    """A stored reply and what it was built on."""

    message_id: str
    history_message_ids: list[str]
    memory_ids: list[str]


class Delivered(Answer):
    """A reply and every platform id under which it is known."""

    message_id: str
    external_message_ids: list[str]


class Tools(Answer):
    """The tools in one provider's dialect, ready to be sent on."""

    dialect: str
    tools: list[dict[str, Any]]
