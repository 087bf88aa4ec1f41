"""Tests of the index and its repair."""
