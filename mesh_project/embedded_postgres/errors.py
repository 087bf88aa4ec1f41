"""What stands in the way of the embedded database."""

from django.db import OperationalError

ADVICE = (
    "To use a PostgreSQL of your own instead, set DATABASE_URL=postgresql://user:password@host:5432/name."
)


class EmbeddedPostgresError(OperationalError):
    """The embedded server cannot be used here. The message says why and what to do.

    To Django it is a database that cannot be reached.
    """

    def __init__(self, problem: str) -> None:
        """Tell the problem, then the way round it."""
        super().__init__(f"The embedded PostgreSQL cannot be used: {problem}\n{ADVICE}")
