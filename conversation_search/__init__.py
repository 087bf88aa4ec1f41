"""Authorized search over conversations. Start with README.md beside this file."""
