"""The tool that a model calls: its body is exactly what the model wrote."""

import json
from time import perf_counter
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from ninja import Router

from conversation_search import limits
from conversation_search.api import rate_limit_fields
from conversation_search.api.auth import RUNTIME_SEARCH, caller
from conversation_search.api.bodies import StrictParser
from conversation_search.api.clock import now
from conversation_search.api.problems import as_refusal
from conversation_search.api.schemas.search import SearchResult
from conversation_search.audit.digest import Secrets
from conversation_search.errors import ConversationSearchError
from conversation_search.retrieval.arguments import SearchHistoryArguments
from conversation_search.runs.search_history import search_history
from conversation_search.runs.tool_request import ToolRequest

router = Router(tags=["runs"], auth=RUNTIME_SEARCH)

KEY_HEADER: Final = "Idempotency-Key"
OPENAPI: Final[dict[str, Any]] = {
    "parameters": [
        {
            "name": KEY_HEADER,
            "in": "header",
            "required": False,
            "description": "The tool call's id: a repeat with the same body answers the same again and spends nothing.",
            "schema": {"type": "string", "minLength": 1, "maxLength": limits.EXTERNAL_ID_CHARACTERS},
        }
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": SearchHistoryArguments.model_json_schema()}},
    },
}


@router.post("/runs/{run_id}/tools/search_history", response=SearchResult, openapi_extra=OPENAPI)
def search(request: HttpRequest, run_id: str) -> HttpResponse:
    """Search what was said before, as far as it may be said in this run's conversation."""
    started = perf_counter()
    who = caller(request)
    body, unreadable = _body(request)
    asked = ToolRequest(
        runtime_agent_id=who.agent_id,
        run_id=who.public_ids.decode("run", run_id),
        body=body,
        idempotency_key=request.headers.get(KEY_HEADER),
        ids=who.public_ids,
        secrets=Secrets(settings.MESH_AGENT_MASTER_KEY, settings.SECRET_KEY),
        now=now(),
        started=started,
        unreadable=unreadable,
        over_limit=rate_limit_fields.refusal_of(request),
    )
    try:
        result = search_history(asked)
    finally:
        rate_limit_fields.tell(request, *asked.standings)
    return HttpResponse(json.dumps(result, ensure_ascii=False), content_type="application/json")


def _body(request: HttpRequest) -> tuple[object, ConversationSearchError | None]:
    """Return the parsed body, or why there is none: the refusal is raised and audited where the run is bound."""
    try:
        return StrictParser().parse_body(request), None
    except (ConversationSearchError, RequestDataTooBig, UnreadablePostError) as error:
        return None, as_refusal(error)
