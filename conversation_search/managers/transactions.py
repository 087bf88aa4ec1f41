"""What the layers above know of statements: a transaction, and that a statement may fail."""

from conversation_search.managers.statements import StatementError, in_transaction

__all__ = ["StatementError", "in_transaction"]
