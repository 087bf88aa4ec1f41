"""Erasure: registry, requests, execution, receipts, and what survives of none of it."""
