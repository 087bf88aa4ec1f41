"""What erasing a person costs among many messages: time, memory, and how it grows."""
