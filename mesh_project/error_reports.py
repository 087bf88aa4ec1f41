"""Crash pages and error mails without the values that a request brought or a frame held."""

from types import TracebackType
from typing import Any, Final

from django.http import HttpRequest
from django.views.debug import ExceptionReporter

WITHHELD: Final = "withheld: it may quote what somebody wrote"


class TextFreeReporter(ExceptionReporter):
    """Shows where a request failed and with what types of exceptions, under DEBUG as well: never a value."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,  # noqa: FBT001, FBT002 - Django's own signature
    ) -> None:
        """Take what failed; the request is left out, with its address, its form and its cookies."""
        del request
        super().__init__(None, exc_type, exc_value, tb, is_email)

    def get_traceback_data(self) -> dict[str, Any]:
        """Return what the page and the mail show."""
        data: dict[str, Any] = super().get_traceback_data()
        for frame in data["frames"]:
            frame["vars"] = []
            cause = frame.get("exc_cause")
            frame["exc_cause"] = type(cause).__name__ if cause else None
        data["exception_value"] = WITHHELD
        data["exception_notes"] = data["unicode_hint"] = ""
        return data
