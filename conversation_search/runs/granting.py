"""What external tools gave to a run, and to whom they granted it: a reply goes no further than that."""

from collections.abc import Sequence
from datetime import datetime

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.managers import grants, rooms
from conversation_search.managers.transactions import in_transaction
from conversation_search.runs.binding import bind_run_for_writing


def record(runtime_agent_id: int, run_id: int, source: str, readers: Sequence[str], now: datetime) -> int:
    """Record that this open run was given text that only these accounts of its connector may read; return the id.

    What the run remembers or replies from now on inherits that. Raises NotFound, RunClosed, and InvalidArgument beyond
    100 results of one run.
    """

    def work() -> int:
        run = bind_run_for_writing(runtime_agent_id, run_id, now)
        if grants.count_tool_results(runtime_agent_id, run_id) >= limits.TOOL_RESULTS:
            raise InvalidArgument(f"A run takes {limits.TOOL_RESULTS} tool results. Open a new run.")
        # Known from here on, so that the account can be handed on and its next holder told from this one.
        rooms.add_actors(runtime_agent_id, run.connector_id, sorted(set(readers)))
        return grants.add_tool_result(runtime_agent_id, run_id, source, readers, now)

    return in_transaction(work)
