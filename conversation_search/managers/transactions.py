"""What the layers above know of statements: a transaction, and that a statement may fail."""

from conversation_search.managers.statements import StatementError, after_commit, in_transaction

__all__ = ["StatementError", "after_commit", "in_transaction"]
