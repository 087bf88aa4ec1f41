"""Erasure: where text can be, requests to erase it, their execution, and receipts that it is gone."""
