"""The tools of a run, as each provider of models wants them described."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import BaseModel, ConfigDict

from conversation_search.api.auth import ANY_SCOPE
from conversation_search.api.queries import check_query
from conversation_search.api.responses import respond
from conversation_search.runs.tool_schema import Dialect, describe_tools

router = Router(tags=["tools"], auth=ANY_SCOPE)


class ToolsQuery(BaseModel):
    """Which provider's dialect."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    dialect: Dialect = "openai"


class ToolsOut(BaseModel):
    """Every tool, ready to be sent to the provider as it is."""

    dialect: Dialect
    tools: list[dict[str, Any]]


@router.get("/tools", response=ToolsOut)
def list_tools(request: HttpRequest, query: Annotated[ToolsQuery, Query()]) -> HttpResponse:
    """Describe the tools in one dialect; all dialects say the same."""
    check_query(request, ToolsQuery)
    return respond(ToolsOut(dialect=query.dialect, tools=describe_tools(query.dialect)))
