"""One row for every search, written with what it disclosed, or the search fails."""
