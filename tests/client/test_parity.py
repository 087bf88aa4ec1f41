"""The client and the service say the same: every code, every answer, every body."""

import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings

from conversation_search.client import answers, bodies
from conversation_search.client.errors import BY_CODE
from conversation_search.errors import ConversationSearchError
from mesh_project.api import api

ANSWERS = {
    "Connector": "ConnectorOut",
    "Actor": "ActorOut",
    "Room": "ConversationOut",
    "Batch": "ResultsOut",
    "Stored": "ResultOut",
    "Run": "RunOpenedOut",
    "Destination": "RunDestinationOut",
    "Requester": "RunRequesterOut",
    "HistoryMessage": "HistoryMessageOut",
    "SearchResult": "SearchResult",
    "Hit": "Hit",
    "Neighbour": "Neighbour",
    "Applied": "Applied",
    "Budget": "Budget",
    "Recheck": "RecheckOut",
    "Denied": "DeniedOut",
    "DeniedMemory": "DeniedMemoryOut",
    "DeniedToolResult": "DeniedToolResultOut",
    "Remembered": "RememberedOut",
    "Memory": "MemoryOut",
    "Memories": "MemoriesOut",
    "ToolResult": "ToolResultOut",
    "Reply": "ReplyStoredOut",
    "Delivered": "DeliveredOut",
    "Tools": "ToolsOut",
}
BODIES = {
    "ConnectorName": "ConnectorBlock",
    "Conversation": "ConversationBlock",
    "Sender": "SenderBlock",
    "Inbound": "InboundBlock",
    "Audience": "AudienceBlock",
    "Message": "MessageBlock",
}


def schemas() -> dict[str, Any]:
    """Return every schema of the OpenAPI document."""
    found: dict[str, Any] = api.get_openapi_schema()["components"]["schemas"]
    return found


def titled(title: str, within: Any) -> Any:  # noqa: ANN401 - JSON
    """Return the schema of this title, by itself or within another; None when there is none."""
    if isinstance(within, dict) and within.get("title") == title and "properties" in within:
        return within
    parts = within.values() if isinstance(within, dict) else within if isinstance(within, list) else ()
    return next((found for part in parts if (found := titled(title, part)) is not None), None)


def test_every_refusal_of_the_service_has_its_exception() -> None:
    assert {ConversationSearchError.code} | {
        one.code for one in ConversationSearchError.__subclasses__()
    } <= set(BY_CODE)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_the_fields_that_the_service_sends_in_its_order(name: str) -> None:
    model = getattr(answers, name)
    known = schemas()[ANSWERS[name]]["properties"]
    assert [field for field in known if field in model.model_fields] == list(known)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_demands_nothing_that_the_service_does_not_send(name: str) -> None:
    known = schemas()[ANSWERS[name]]
    needed = {field for field, info in getattr(answers, name).model_fields.items() if info.is_required()}
    assert needed <= set(known["properties"])


@pytest.mark.parametrize("name", BODIES)
def test_a_body_has_the_keys_that_the_service_takes(name: str) -> None:
    kind = getattr(bodies, name)
    known = titled(BODIES[name], schemas())
    assert set(kind.__annotations__) == set(known["properties"])
    assert set(known.get("required", ())) <= set(kind.__required_keys__)


def test_the_client_needs_no_django() -> None:
    code = (
        "import sys, conversation_search.client as client; client.Client('http://localhost', 'key').close(); "
        "sys.exit(bool({'django', 'psycopg', 'ninja', 'mesh_project'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, check=False)  # noqa: S603
    assert ended.returncode == 0
