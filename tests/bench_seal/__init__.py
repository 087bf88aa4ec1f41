"""Invents an audit of any size, seals it, verifies it and prunes it, and measures each: `make bench-seal`."""
