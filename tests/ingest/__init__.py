"""Tests of what comes in, below HTTP."""
