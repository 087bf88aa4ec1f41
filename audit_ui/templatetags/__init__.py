"""What templates say with one tag."""
