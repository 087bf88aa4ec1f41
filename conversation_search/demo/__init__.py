"""The demo: an invented workspace (`export/`) and the story that is told with it."""
