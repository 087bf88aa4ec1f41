"""A call of the search tool as every door makes it: bound to its caller and its run, and told how it stands."""

from time import perf_counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from conversation_search.api.clock import now
from conversation_search.api.rate_limit_fields import refusal_of, tell
from conversation_search.audit.digest import Secrets
from conversation_search.errors import ConversationSearchError
from conversation_search.identity.api_keys import Caller
from conversation_search.runs.search_history import search_history
from conversation_search.runs.tool_request import ToolRequest


def call_search(  # noqa: PLR0913 - what a call is made of, each named
    request: HttpRequest,
    caller: Caller,
    run_id: int,
    body: object,
    *,
    idempotency_key: str | None,
    unreadable: ConversationSearchError | None = None,
) -> dict[str, Any]:
    """Search in a run, or raise why not; a request beyond its key's limit is audited, then refused."""
    asked = ToolRequest(
        runtime_agent_id=caller.agent_id,
        run_id=run_id,
        body=body,
        idempotency_key=idempotency_key,
        ids=caller.public_ids,
        secrets=Secrets(settings.MESH_AGENT_MASTER_KEY, settings.SECRET_KEY),
        now=now(),
        started=perf_counter(),
        unreadable=unreadable,
        over_limit=refusal_of(request),
    )
    try:
        return search_history(asked)
    finally:
        tell(request, *asked.standings)
