"""The tools as MCP describes them, and what a call of one comes to."""

import json
from typing import Any, Final

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations

from conversation_search.api.schemas.search import SearchResult
from conversation_search.errors import ConversationSearchError, NotFound
from conversation_search.runs.tool_schema import describe_tools

SEARCH: Final = "search_history"
OUTPUTS: Final = {SEARCH: SearchResult}
"""The model of what each tool answers; a tool without one is not offered here."""
ANNOTATIONS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def list_tools() -> list[Tool]:
    """Return every tool, from the one model that all dialects are generated from."""
    return [
        Tool.model_validate(described).model_copy(
            update={
                "output_schema": OUTPUTS[described["name"]].model_json_schema(),
                "annotations": ANNOTATIONS,
            }
        )
        for described in describe_tools("mcp")
        if described["name"] in OUTPUTS
    ]


def answered(result: dict[str, Any]) -> CallToolResult:
    """Return a result: as structure, and the same JSON as text for clients that read no structure."""
    text = json.dumps(result, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=result)


def is_told_to_model(refused: ConversationSearchError) -> bool:
    """Tell whether a refusal is the model's to read: what it may mend, or must know not to take for an empty result."""
    return not isinstance(refused, NotFound) and refused.code != ConversationSearchError.code


def told(refused: ConversationSearchError) -> CallToolResult:
    """Return a refusal as the model reads it: what went wrong, then each field with what to send instead."""
    lines = [f"{refused.title} ({refused.code}).", refused.detail or ""]
    lines += [f"{one.field}: {one.hint}" for one in refused.errors]
    text = "\n".join(dict.fromkeys(line for line in lines if line))
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
