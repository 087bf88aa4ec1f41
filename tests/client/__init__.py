"""The client: typed, without Django, and the same for programs that wait and those that do not."""
