"""Which request and which run the work at hand belongs to, for every line of the log that it writes."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_IDS: Final[ContextVar[dict[str, str]]] = ContextVar("mesh_ids", default={})  # noqa: B039 - never changed, replaced


@contextmanager
def bound(**ids: str) -> Iterator[None]:
    """Bind these ids to everything that happens inside; what is bound inside is gone afterwards."""
    token = _IDS.set({**_IDS.get(), **ids})
    try:
        yield
    finally:
        _IDS.reset(token)


def bind(**ids: str) -> None:
    """Add ids until the enclosing `bound` ends."""
    _IDS.set({**_IDS.get(), **ids})


def bound_ids() -> dict[str, str]:
    """Return what is bound now."""
    return dict(_IDS.get())
