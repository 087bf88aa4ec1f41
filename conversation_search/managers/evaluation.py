"""The statement of a ranking that nothing but a comparison uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One message that a query found; queries are counted from 1, their messages come best first."""

    query: int
    message_event_id: int


RANK_AS_FIRST_DESIGNED: Final = Statement("rank_as_first_designed", RankedRow)


def rank_as_first_designed(
    runtime_agent_id: int, run_id: int, queries: Sequence[str], limit: int
) -> list[list[int]]:
    """Return for each query the best `limit` messages that the run may be shown, as the first design ranked them."""
    ranked: list[list[int]] = [[] for _ in queries]
    for row in RANK_AS_FIRST_DESIGNED.all(
        runtime_agent_id=runtime_agent_id, run_id=run_id, queries=list(queries), limit=limit
    ):
        ranked[row.query - 1].append(row.message_event_id)
    return ranked
