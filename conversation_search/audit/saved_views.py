"""Filters that a reader of the audit pages gave a name."""

from conversation_search import limits
from conversation_search.errors import InvalidArgument, NotFound
from conversation_search.managers import page_access
from conversation_search.managers.page_access import SavedViewRow

__all__ = ["SavedViewRow", "forget", "save", "saved"]


def saved(user_id: int, page: str | None = None) -> list[SavedViewRow]:
    """Return a reader's views of one page, or of all."""
    return page_access.list_saved_views(user_id, page)


def save(user_id: int, page: str, name: str, query: str) -> None:
    """Save a view, instead of the one of that name; InvalidArgument when the reader has too many."""
    if not page_access.save_view(user_id, page, name, query, limits.SAVED_VIEWS):
        raise InvalidArgument.of(
            "name", f"There are {limits.SAVED_VIEWS} saved views already. Forget one first."
        )


def forget(user_id: int, view_id: int) -> None:
    """Forget a view; NotFound when this reader has none such."""
    if not page_access.forget_view(user_id, view_id):
        raise NotFound
