"""Retention: what expires, what is deleted when, what holds keep."""
