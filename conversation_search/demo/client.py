"""Calls the API in this very process, through everything that a request from outside passes."""

import json
from typing import Any

from django.conf import settings
from django.test import Client

Body = dict[str, Any]


class Refused(Exception):
    """The API refused a call of the story, which it should not; names the call, the status and the code."""


class Api:
    """The API as one key opens it."""

    def __init__(self, key: str) -> None:
        """Take a key of the agent."""
        headers = {"authorization": f"Bearer {key}", "host": own_host()}
        self._client = Client(raise_request_exception=False, headers=headers)

    def get(self, path: str) -> Body:
        """Read."""
        return self._call("GET", path, None)

    def post(self, path: str, body: Body) -> Body:
        """Do."""
        return self._call("POST", path, body)

    def put(self, path: str, body: Body) -> Body:
        """Describe."""
        return self._call("PUT", path, body)

    def delete(self, path: str) -> None:
        """Delete."""
        self._call("DELETE", path, None)

    def _call(self, method: str, path: str, body: Body | None) -> Body:
        sent = b"" if body is None else json.dumps(body).encode()
        address = f"/api/v1{path}"
        response = self._client.generic(method, address, sent, content_type="application/json", secure=True)
        answer: Body = json.loads(response.content) if response.content else {}
        if response.status_code >= 400:  # noqa: PLR2004 - where refusals begin
            raise Refused(f"{method} {address} answered {response.status_code} {answer.get('code')}")
        return answer


def own_host() -> str:
    """Return a host name that this installation answers to."""
    named = (host for host in settings.ALLOWED_HOSTS if not host.startswith(("*", ".")))
    return next(named, "localhost")
