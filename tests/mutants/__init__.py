"""Runs the tests of the disclosure rule on databases in which one rule is broken on purpose."""
