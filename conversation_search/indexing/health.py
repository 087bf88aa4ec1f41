"""How well the search index of each agent agrees with its newest messages, at a bounded cost."""

from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.managers import indexing
from conversation_search.managers.indexing import IndexHealthRow

__all__ = ["IndexHealthRow", "health_of", "page_of_health"]


def page_of_health(after_slug: str) -> tuple[list[IndexHealthRow], bool]:
    """Return the health of agents after a slug, and whether there are more of them."""
    rows = indexing.index_health(after_slug, None, limits.INDEX_HEALTH_AGENTS + 1)
    return rows[: limits.INDEX_HEALTH_AGENTS], len(rows) > limits.INDEX_HEALTH_AGENTS


def health_of(runtime_agent_id: int) -> IndexHealthRow:
    """Return the health of one agent; raises NotFound when there is none such."""
    rows = indexing.index_health("", runtime_agent_id, 1)
    if not rows:
        raise NotFound
    return rows[0]
