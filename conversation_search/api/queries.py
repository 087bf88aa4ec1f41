"""What a query string may hold: as strict as a body, for an ignored filter would show more than was asked for."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from conversation_search import limits
from conversation_search.errors import FieldError, InvalidArgument, UnknownArgument
from conversation_search.public_ids import Kind, PublicIds
from conversation_search.retrieval.arguments import instant


def _parse_time(value: object) -> datetime | None:
    try:
        return instant("time", str(value))
    except InvalidArgument as refused:
        raise ValueError(refused.detail) from None


Time = Annotated[
    datetime,
    BeforeValidator(_parse_time),
    WithJsonSchema(
        {"type": "string", "description": "A date (midnight UTC), or a date-time with its offset."}
    ),
]
PublicId = Annotated[str, Field(min_length=1, max_length=64)]


class PageQuery(BaseModel):
    """Which page of a list: it goes on after the row that the page before ended with."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    limit: int = Field(limits.PAGE_SIZE, ge=1, le=limits.PAGE_SIZE_MAX)
    after_id: PublicId | None = None


def check_query(request: HttpRequest, model: type[BaseModel]) -> None:
    """Raise UnknownArgument for a parameter the model does not know, InvalidArgument for one given twice."""
    known = ", ".join(model.model_fields)
    unknown = [name for name in request.GET if name not in model.model_fields]
    if unknown:
        hint = f"Use only {known}."
        raise UnknownArgument(hint, tuple(FieldError("query", UnknownArgument.code, hint) for _ in unknown))
    for name, values in request.GET.lists():
        if len(values) > 1:
            raise InvalidArgument.of(name, "Send this once.")


def decode_id(ids: PublicIds, kind: Kind, text: str | None) -> int | None:
    """Return the row number of an id in a query string; NotFound, as for the id of nothing, when it is malformed."""
    return None if text is None else ids.decode(kind, text)
