"""Keys, tokens and whose they are."""
