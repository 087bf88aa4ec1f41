"""The audit pages as their readers see them, over searches that were really made."""
