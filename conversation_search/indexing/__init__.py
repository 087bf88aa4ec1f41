"""The search index is derived: whatever is wrong with it can be found and built again."""
