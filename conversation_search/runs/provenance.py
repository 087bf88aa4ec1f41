"""What a reply is built on: everything its run was shown, and the message it answers."""

from conversation_search.errors import DisclosureDenied
from conversation_search.managers import identity, ledger, memories, replies
from conversation_search.managers.ledger import Judgement
from conversation_search.managers.replies import Sources
from conversation_search.runs.binding import BoundRun

__all__ = ["Judgement", "check_sources", "hold_sources", "judge_sources", "sources_of"]


def judge_sources(run: BoundRun) -> Judgement:
    """Tell whether a reply built on all of it may be sent into the run's room now; only as a whole."""
    return ledger.judge_ledger(run.runtime_agent_id, run.run_id)


def check_sources(run: BoundRun) -> Judgement:
    """Return the verdict on all of it; raises DisclosureDenied when it may not be sent."""
    judgement = judge_sources(run)
    if not judgement.deliverable:
        raise DisclosureDenied(judgement.denied, judgement.denied_memories, judgement.denied_tool_results)
    return judgement


def hold_sources(run: BoundRun) -> None:
    """Keep room and sources as they are until the transaction ends, so that the verdict stays true until then."""
    replies.lock_sources(run.runtime_agent_id, run.run_id, run.conversation_id)
    memories.lock_memories(run.runtime_agent_id, run.run_id)
    identity.lock_links(run.runtime_agent_id, run.run_id)


def sources_of(run: BoundRun, judgement: Judgement) -> Sources:
    """Return what a text of this run is built on, as it was judged."""
    return Sources(
        run.inbound_message_id, judgement.message_ids, judgement.memory_ids, judgement.tool_result_ids
    )
