"""Every call of the API, as data: what is sent, what comes back, and whether it may be sent again."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, TypeAdapter

from conversation_search.client import answers
from conversation_search.client.bodies import ConnectorName, Conversation, Inbound, Message, Moment, Sender

Answered = TypeVar("Answered")
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call(Generic[Answered]):
    """One call. `is_repeatable` when carrying it out twice is the same as once."""

    method: str
    path: str
    answer: TypeAdapter[Answered]
    content: bytes = field(default=b"", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = True

    @property
    def name(self) -> str:
        """The call as errors name it."""
        return f"{self.method} /api/v1{self.path}"


def put_connector(
    connector: ConnectorName,
    *,
    agent_account_ids: Sequence[str] = (),
    joiners_read_history: bool = False,
    public: bool = False,
) -> Call[answers.Connector]:
    """Register a platform workspace."""
    flags = {"joiners_read_history": joiners_read_history, "public": public}
    body = {**connector, **flags, "agent_account_ids": list(agent_account_ids)}
    return _call("PUT", "/connectors", answers.Connector, body)


def put_actor(connector: ConnectorName, actor: Sender) -> Call[answers.Actor]:
    """Tell who someone is."""
    return _call("PUT", "/actors", answers.Actor, {"connector": connector, **actor})


def put_conversation(
    connector: ConnectorName, conversation: Conversation, as_of: Moment | None = None
) -> Call[answers.Room]:
    """Make or update a room."""
    body = {"connector": connector, "conversation": conversation, "as_of": as_of}
    return _call("PUT", "/conversations", answers.Room, body)


def post_messages(messages: Sequence[Message]) -> Call[answers.Batch]:
    """Store a batch, at most 500; what was stored before is a duplicate."""
    return _call("POST", "/messages", answers.Batch, {"messages": list(messages)})


def delete_message(message_id: str) -> Call[None]:
    """Say that a message was deleted."""
    return Call("DELETE", f"/messages/{_part(message_id)}", TypeAdapter(None))


def open_run(
    connector: ConnectorName,
    conversation: Conversation,
    message: Inbound | None = None,
    *,
    history_window: int | None = None,
    external_run_id: str | None = None,
) -> Call[answers.Run]:
    """Open a turn. Without an id of your own it is given one, so that sending it again opens no second run."""
    body = {
        "connector": connector,
        "conversation": conversation,
        "message": message,
        "history_window": history_window,
        "external_run_id": external_run_id or uuid.uuid4().hex,
    }
    return _call("POST", "/runs", answers.Run, body)


def search_history(
    run_id: str, arguments: Mapping[str, Any] | str, *, idempotency_key: str | None = None
) -> Call[answers.SearchResult]:
    """Call the tool with exactly what the model wrote, parsed or not; give the tool call's id as the key."""
    content = arguments.encode("utf-8", "surrogatepass") if isinstance(arguments, str) else _json(arguments)
    return Call(
        "POST",
        f"/runs/{_part(run_id)}/tools/search_history",
        TypeAdapter(answers.SearchResult),
        content,
        {"Idempotency-Key": idempotency_key or uuid.uuid4().hex},
    )


def remember(run_id: str, text: str) -> Call[answers.Remembered]:
    """Remember a text, as private as everything that the run was shown."""
    path = f"/runs/{_part(run_id)}/tools/remember"
    return _call("POST", path, answers.Remembered, {"text": text}, is_repeatable=False)


def memories(run_id: str) -> Call[answers.Memories]:
    """Read the newest memories that may be used in the run; a reply is then built on each of them."""
    return Call("GET", f"/runs/{_part(run_id)}/memories", TypeAdapter(answers.Memories))


def record_tool_result(run_id: str, source: str, readers: Sequence[str]) -> Call[answers.ToolResult]:
    """Say that an external tool gave the run a text, and who may read that; the text itself is not sent."""
    body = {"source": source, "readers": list(readers)}
    return _call("POST", f"/runs/{_part(run_id)}/tool_results", answers.ToolResult, body)


def recheck(run_id: str) -> Call[answers.Recheck]:
    """Ask whether a reply may still be sent."""
    return _call("POST", f"/runs/{_part(run_id)}/recheck", answers.Recheck, {})


def reply(run_id: str, text: str) -> Call[answers.Reply]:
    """Store the reply and close the run, or refuse."""
    return _call("POST", f"/runs/{_part(run_id)}/reply", answers.Reply, {"text": text}, is_repeatable=False)


def delivered(run_id: str, external_message_ids: Sequence[str]) -> Call[answers.Delivered]:
    """Tell as which messages the platform posted the reply."""
    body = {"external_message_ids": list(external_message_ids)}
    return _call("POST", f"/runs/{_part(run_id)}/delivered", answers.Delivered, body)


def tools(dialect: Literal["openai", "anthropic", "mcp"]) -> Call[answers.Tools]:
    """Describe the tools in a provider's dialect."""
    return Call("GET", f"/tools?dialect={dialect}", TypeAdapter(answers.Tools))


def read_search(search_id: str) -> Call[dict[str, Any]]:
    """Read the audit row of a search; needs the scope operator."""
    return Call("GET", f"/operator/searches/{_part(search_id)}", TypeAdapter(dict[str, Any]))


def read_run(run_id: str) -> Call[dict[str, Any]]:
    """Read the trace of a run; needs the scope operator."""
    return Call("GET", f"/operator/runs/{_part(run_id)}", TypeAdapter(dict[str, Any]))


def _call(
    method: str, path: str, answer: type[Model], body: Mapping[str, Any], *, is_repeatable: bool = True
) -> Call[Model]:
    said = {name: value for name, value in body.items() if value is not None}
    return Call(method, path, TypeAdapter(answer), _json(said), is_repeatable=is_repeatable)


def _json(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, default=_moment).encode()


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not JSON")


def _part(text: str) -> str:
    return quote(text, safe="")
