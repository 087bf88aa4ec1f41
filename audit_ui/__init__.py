"""Pages that show operators what was searched and why. They read through the engine and hold no rule."""
