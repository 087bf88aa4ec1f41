"""Reads a request's body as JSON; whatever it is, the answer is a body or a refusal, never a crash."""

import json
from typing import Any, Final, NoReturn

from django.http import HttpRequest
from ninja.parser import Parser

from conversation_search.errors import InvalidArgument

NOT_JSON: Final = "Send one JSON object, in UTF-8."


class StrictParser(Parser):
    """JSON as RFC 8259 defines it: UTF-8, no NaN, no Infinity. Lone surrogates pass; each field decides."""

    def parse_body(self, request: HttpRequest) -> Any:  # noqa: ANN401 - JSON may be anything
        """Return the parsed body; raises InvalidArgument for what is not JSON."""
        try:
            return json.loads(request.body.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            # Neither error is kept as a cause: both quote the body.
            raise InvalidArgument.of("body", NOT_JSON) from None


def _refuse_constant(_: str) -> NoReturn:
    raise ValueError
