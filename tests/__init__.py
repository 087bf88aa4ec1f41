"""The test suite. README.md beside this file says how it is laid out."""
