"""The edge where the pages read the clock; everything below is given the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)  # noqa: TID251 - this is the edge
