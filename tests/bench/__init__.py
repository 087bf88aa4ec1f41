"""Measures what a search costs on a large invented transcript: `make bench ARGS="--messages 300000"`."""
