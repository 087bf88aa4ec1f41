"""The tools a run offers its model, in the dialect that the model's provider expects.

Every dialect is generated from the one pydantic model that also validates what the model wrote.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from pydantic import BaseModel

from conversation_search.retrieval.arguments import SearchHistoryArguments

Dialect = Literal["openai", "anthropic", "mcp"]

DIALECTS: Final[tuple[Dialect, ...]] = get_args(Dialect)
TOOLS: Final[Mapping[str, type[BaseModel]]] = {"search_history": SearchHistoryArguments}
"""Each tool by its name, and the model of its arguments."""


def describe_tools(dialect: Dialect) -> list[dict[str, Any]]:
    """Return the definition of every tool, ready to be handed to a provider as it is."""
    return [_describe(name, model, dialect) for name, model in TOOLS.items()]


def parameters_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments, without what only costs a model tokens.

    JSON null is accepted as absence but not offered: an optional argument is one that may be left out.
    """
    schema = model.model_json_schema()
    return {
        "type": "object",
        "properties": {name: _offered(field) for name, field in schema["properties"].items()},
        "required": schema["required"],
        "additionalProperties": False,
    }


def _offered(field: dict[str, Any]) -> dict[str, Any]:
    alternatives = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    offered = {**field, **alternatives[0]} if len(alternatives) == 1 else dict(field)
    if alternatives:
        offered.pop("anyOf")
        offered.pop("default", None)
    offered.pop("title", None)
    return offered


def _describe(name: str, model: type[BaseModel], dialect: Dialect) -> dict[str, Any]:
    description = (model.__doc__ or "").strip()
    parameters = parameters_of(model)
    match dialect:
        case "openai":
            function = {"name": name, "description": description, "parameters": parameters}
            return {"type": "function", "function": function}
        case "anthropic":
            return {"name": name, "description": description, "input_schema": parameters}
        case "mcp":
            return {"name": name, "description": description, "inputSchema": parameters}
