"""The tool that a model calls: its body is exactly what the model wrote."""

import json
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from ninja import Router

from conversation_search import limits
from conversation_search.api.auth import RUNTIME_SEARCH, caller
from conversation_search.api.bodies import StrictParser
from conversation_search.api.calls import call_search
from conversation_search.api.problems import as_refusal
from conversation_search.api.schemas.search import SearchResult
from conversation_search.errors import ConversationSearchError
from conversation_search.retrieval.arguments import SearchHistoryArguments

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
    who = caller(request)
    run = who.public_ids.decode("run", run_id)
    body, unreadable = _body(request)
    key = request.headers.get(KEY_HEADER)
    result = call_search(request, who, run, body, idempotency_key=key, unreadable=unreadable)
    return HttpResponse(json.dumps(result, ensure_ascii=False), content_type="application/json")


def _body(request: HttpRequest) -> tuple[object, ConversationSearchError | None]:
    """Return the parsed body, or why there is none: the refusal is raised and audited where the run is bound."""
    try:
        return StrictParser().parse_body(request), None
    except (ConversationSearchError, RequestDataTooBig, UnreadablePostError) as error:
        return None, as_refusal(error)
