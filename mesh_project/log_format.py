"""How a line of the log reads: one JSON object, with the ids of the request and the run that it belongs to."""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Final

from conversation_search.telemetry.context import bound_ids
from conversation_search.telemetry.tracing import trace_id

FIELDS: Final = "mesh_fields"
"""The name under which a call of the logger hands over fields of its own: `extra={FIELDS: {...}}`."""


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


class JsonFormatter(TextFreeFormatter):
    """Writes one JSON object a line: time in UTC, level, logger, message, then the ids that are bound."""

    def format(self, record: logging.LogRecord) -> str:
        """Render one record."""
        # The time was read by the logger; it is only written differently here.
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **bound_ids(),
            **getattr(record, FIELDS, {}),
        }
        trace = trace_id()
        if trace:
            told["trace_id"] = trace
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=True, default=str)


class AddressFree(logging.Filter):
    """Keeps of Django's lines on requests those that tell where a page failed, without its address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to keep the record."""
        record.msg, record.args = "A page failed", ()
        return bool(record.exc_info)


class SuspicionAlone(logging.Filter):
    """Keeps that a request was refused, and not the header for which it was."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record."""
        record.msg, record.args = "A request for a host that is not served was refused", ()
        return True


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
