"""Searches of a run, from the body that a model wrote to the result, the ledger and the audit row."""
