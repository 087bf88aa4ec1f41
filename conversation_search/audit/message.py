"""One message as the audit knows it: evidence and lineage, never its text."""

from dataclasses import dataclass

from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.managers import message_facts
from conversation_search.managers.message_facts import LineageStep, MessageFacts

__all__ = ["LineageStep", "MessageFacts", "MessageTrace", "trace_message"]


@dataclass(frozen=True, slots=True)
class MessageTrace:
    """A message, what it was built from, and what was built on it; `is_cut` where there is more than is given."""

    facts: MessageFacts
    above: list[LineageStep]
    above_is_cut: bool
    below: list[LineageStep]
    below_is_cut: bool


def trace_message(agent_id: int, message_id: int) -> MessageTrace:
    """Return what is known of a message; NotFound when this agent has none such."""
    facts = message_facts.load_message_facts(agent_id, message_id)
    if facts is None:
        raise NotFound
    most = limits.TREE_NODES
    above = message_facts.list_lineage_above(agent_id, message_id, limits.TREE_DEPTH, most + 1)
    below = message_facts.list_lineage_below(agent_id, message_id, limits.TREE_DEPTH, most + 1)
    return MessageTrace(facts, above[:most], len(above) > most, below[:most], len(below) > most)
