"""The API as a runtime sees it: JSON in, JSON out, a key with every scope unless told otherwise."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from django.test import Client

from conversation_search.identity import api_keys
from conversation_search.identity.api_keys import SCOPES, Caller, Scope

Body = dict[str, Any]

SLACK: Final[Body] = {"type": "slack", "name": "acme"}
LAUNCH: Final[Body] = {"external_thread_id": "launch", "kind": "public_channel", "name": "launch"}
DM_ANA: Final[Body] = {"external_thread_id": "dm-ana", "kind": "direct", "members": ["ana", "mesh"]}
BOARD: Final[Body] = {
    "external_thread_id": "board",
    "kind": "private_channel",
    "members": ["ana", "ben", "mesh"],
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status, the media type, and the parsed body."""

    status: int
    media_type: str
    body: Body
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def code(self) -> str | None:
        """The code of a problem; None for an answer."""
        return self.body.get("code")

    @property
    def refused_fields(self) -> list[str]:
        """The fields that a problem names."""
        return [error["field"] for error in self.body["errors"]]


@dataclass(frozen=True)
class Door:
    """Calls the API as one agent."""

    slug: str = field(default_factory=lambda: f"agent-{uuid.uuid4().hex}")
    scopes: tuple[Scope, ...] = SCOPES
    client: Client = field(default_factory=Client)
    key: str = field(init=False)

    def __post_init__(self) -> None:
        """Issue the key."""
        object.__setattr__(self, "key", api_keys.issue(self.slug, self.scopes).key)

    @property
    def caller(self) -> Caller:
        """Who this door's key belongs to, as the API finds it."""
        found = api_keys.find_caller(self.key)
        assert found is not None
        return found

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send one request; `body` is sent as JSON unless it is None."""
        sent = b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(
            method,
            f"/api/v1{path}",
            sent,
            content_type="application/json",
            headers={"authorization": f"Bearer {self.key}", **headers},
        )
        told = response.headers
        return Answer(response.status_code, told["Content-Type"], json.loads(response.content), dict(told))

    def get(self, path: str) -> Answer:
        """Read."""
        return self.call("GET", path)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        """Do."""
        return self.call("POST", path, body, **headers)

    def put(self, path: str, body: object) -> Answer:
        """Describe."""
        return self.call("PUT", path, body)

    def delete(self, message_id: str) -> None:
        """Say that a message was deleted."""
        path = f"/api/v1/messages/{message_id}"
        response = self.client.delete(path, headers={"authorization": f"Bearer {self.key}"})
        assert response.status_code < HTTPStatus.MULTIPLE_CHOICES, response.content

    def registers(self, *agent_account_ids: str, **flags: bool) -> "Door":
        """Register the connector and the agent's accounts there."""
        body = {**SLACK, "agent_account_ids": list(agent_account_ids), **flags}
        assert self.put("/connectors", body).status == HTTPStatus.OK
        return self

    def says(self, sender: str, room: Body, text: str, external_message_id: str, **more: Any) -> str:  # noqa: ANN401
        """Ingest one message and return its public id."""
        said = said_by(sender, text, external_message_id, **more)
        answer = self.post("/messages", {"messages": [{"connector": SLACK, "conversation": room, **said}]})
        assert answer.status == HTTPStatus.OK, answer
        (result,) = answer.body["results"]
        assert result["status"] != "rejected", result
        return str(result["message_id"])

    def opens(self, room: Body, message: Body | None = None, **more: Any) -> Body:  # noqa: ANN401
        """Open a run and return what the runtime is given."""
        answer = self.tries_to_open(room, message, **more)
        assert answer.status == HTTPStatus.CREATED, answer
        return answer.body

    def tries_to_open(self, room: Body, message: Body | None = None, **more: Any) -> Answer:  # noqa: ANN401
        """Try to open a run."""
        asked = {} if message is None else {"message": message}
        return self.post("/runs", {"connector": SLACK, "conversation": room, **asked, **more})


def said_by(speaker: str, text: str, external_message_id: str, **more: Any) -> Body:  # noqa: ANN401
    """Return a message block."""
    return {
        "external_message_id": external_message_id,
        "sender": {"external_id": speaker, "display_name": speaker.capitalize()},
        "sent_at": "2026-11-30T09:00:00+01:00",
        "text": text,
    } | more


def texts(run: Body) -> list[str]:
    """Return the texts of the window that a run was opened with."""
    return [message["text"] for message in run["history"]]
