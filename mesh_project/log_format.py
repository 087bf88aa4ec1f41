"""How a line of the log reads."""

import logging
import traceback
from types import TracebackType


class TextFreeFormatter(logging.Formatter):
    """Writes where an exception came from and of what type it was, but never its message.

    Messages of the database, of validation and of decoding repeat the value that they choked on, which may be
    what somebody wrote in a private room.
    """

    def formatException(  # noqa: N802 - the name is the base class's
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        """Render the exception and what caused it, innermost cause first."""
        if ei[1] is None:
            return ""
        return "\n".join(_render(exception) for exception in reversed(_chain(ei[1])))


def _chain(exception: BaseException) -> list[BaseException]:
    """List the exception, its cause, that one's cause and so on."""
    found: list[BaseException] = []
    current: BaseException | None = exception
    while current is not None and current not in found:
        found.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return found


def _render(exception: BaseException) -> str:
    frames = "".join(traceback.format_tb(exception.__traceback__))
    kind = type(exception)
    return f"{frames}{kind.__module__}.{kind.__qualname__}"
