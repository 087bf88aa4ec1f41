"""What an operator may watch: ids, counts and durations. No function here takes a text, so none can leave by it."""
