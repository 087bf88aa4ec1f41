"""The pieces of a search: arguments, query, places of matches, snippets, ranking, choice and rendering."""
