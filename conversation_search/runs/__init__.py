"""A turn of an agent: bound, shown, rechecked, answered."""
