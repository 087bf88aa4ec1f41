"""What a line of the log holds."""

import logging
import sys

from mesh_project.log_format import TextFreeFormatter


def logged(error: Exception, cause: Exception | None = None) -> str:
    """Log a failure as Django logs a failed request, and give the line."""
    try:
        raise error from cause
    except type(error):
        record = logging.LogRecord("test", logging.ERROR, __file__, 1, "It failed", None, sys.exc_info())
    return TextFreeFormatter("{message}", style="{").format(record)


def test_an_exception_is_logged_with_its_type_and_place_but_without_its_message() -> None:
    line = logged(ValueError("what somebody wrote"))
    assert "It failed" in line
    assert "builtins.ValueError" in line
    assert "raise error from cause" in line
    assert "what somebody wrote" not in line


def test_the_cause_of_an_exception_is_logged_likewise_and_first() -> None:
    line = logged(ValueError("what somebody wrote"), KeyError("what another wrote"))
    assert line.index("builtins.KeyError") < line.index("builtins.ValueError")
    assert "wrote" not in line
