"""Importers: read what a chat platform exports and hand it to the ingest layer."""
