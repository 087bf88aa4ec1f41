"""Invents an audit of any size and measures the audit pages over it: `make bench-pages`."""
