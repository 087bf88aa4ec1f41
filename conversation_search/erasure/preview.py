"""What a request would do, before anybody decides on it."""

from dataclasses import dataclass

from conversation_search import limits
from conversation_search.erasure import registry
from conversation_search.erasure.requests import RequestRow
from conversation_search.managers import erasure_items
from conversation_search.managers.erasure_items import DescendantRow

__all__ = ["DescendantRow", "Descendants", "Preview", "StorePreview", "descendants", "preview"]


@dataclass(frozen=True, slots=True)
class StorePreview:
    """Rows of one store that would be erased, and how many of them a hold protects now."""

    name: str
    holds: str
    found: int
    held: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What every store holds of a request; how much is meant, and what is chosen of what was built on it."""

    stores: list[StorePreview]
    meant: int
    choices: dict[str, int]


@dataclass(frozen=True, slots=True)
class Descendants:
    """One page of what was built on what is erased, and whether there is more."""

    rows: list[DescendantRow]
    has_more: bool


def preview(request: RequestRow) -> Preview:
    """Count what a request would erase now."""
    stores = []
    for store in registry.STORES:
        counted = store.count(request.request_id, None)
        stores.append(StorePreview(store.name, store.holds, counted.found, counted.held))
    choices = {"erase": 0, "keep": 0, "release": 0}
    meant = 0
    for one in erasure_items.count(request.request_id):
        if one.is_target:
            meant += one.items
        else:
            choices[one.choice] += one.items
    return Preview(stores, meant, choices)


def descendants(
    request: RequestRow, after_id: int = 0, limit: int = limits.PAGE_SIZE, choice: str | None = None
) -> Descendants:
    """Return what was built directly on what is erased, and was or will be withheld, in the order it was found."""
    rows = erasure_items.list_descendants(request.request_id, after_id, limit + 1, choice)
    return Descendants(rows[:limit], len(rows) > limit)
