"""Stores what platforms say: connectors, people, rooms, messages and deletions, with their evidence."""
