"""Texts of external tools: that a run was given one, and to whom it was granted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class ToolResultCount:
    """How many texts of external tools a run was given."""

    results: int


ADD_TOOL_RESULT: Final = Statement("add_tool_result", RowId)
COUNT_TOOL_RESULTS: Final = Statement("count_tool_results", ToolResultCount)


def add_tool_result(
    runtime_agent_id: int, run_id: int, source: str, readers: Sequence[str], recorded_at: datetime
) -> int:
    """Record one text, granted to these accounts of the run's connector, and return its id."""
    return ADD_TOOL_RESULT.one(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        source=source,
        readers=list(readers),
        recorded_at=recorded_at,
    ).id


def count_tool_results(runtime_agent_id: int, run_id: int) -> int:
    """Return how many texts of external tools a run was given."""
    return COUNT_TOOL_RESULTS.one(runtime_agent_id=runtime_agent_id, run_id=run_id).results
