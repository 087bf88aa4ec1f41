"""What a model may ask of search_history: one model, from which every tool dialect is generated."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.refusals import refusal_of

DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
DATE_TIME: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6}(?P<finer>\d*))?)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
TIME_HINT: Final = (
    "Write a date (2031-03-10, midnight UTC) or a date-time with its offset (2031-03-10T09:30:00+01:00)."
)

Speaker = Literal["anyone", "requester", "you"]


class SearchHistoryArguments(BaseModel):
    """Search earlier conversations. Returns only messages that may be disclosed in this conversation."""

    model_config = ConfigDict(extra="forbid", strict=True, title="search_history")

    query: str = Field(
        min_length=1,
        max_length=limits.QUERY_CHARACTERS,
        description='Words that the messages may contain, any of them; a "quoted phrase" must occur as it is.',
    )
    speaker: Speaker = Field(
        default="anyone",
        description="Whose messages: anyone's, the requester's (whom you are answering), or yours (you).",
    )
    after: str | None = Field(default=None, description=f"Only messages sent at or after this. {TIME_HINT}")
    before: str | None = Field(default=None, description=f"Only messages sent before this. {TIME_HINT}")
    limit: int = Field(
        default=limits.SEARCH_LIMIT,
        ge=1,
        le=limits.SEARCH_LIMIT_MAX,
        description="How many messages to return at most.",
    )

    @field_validator("speaker", mode="before")
    @classmethod
    def _absent_speaker(cls, value: object) -> object:
        return "anyone" if value is None else value

    @field_validator("limit", mode="before")
    @classmethod
    def _absent_limit(cls, value: object) -> object:
        return limits.SEARCH_LIMIT if value is None else value


def applied(asked: SearchHistoryArguments) -> dict[str, Any]:
    """Return the filters as they are applied, times in UTC; raises InvalidArgument for what is no interval."""
    after, before = interval(asked.after, asked.before)
    return {
        "speaker": asked.speaker,
        "after": None if after is None else iso(after),
        "before": None if before is None else iso(before),
        "limit": asked.limit,
    }


def iso(moment: datetime) -> str:
    """Return a moment as ISO 8601 in UTC."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def interval(after: str | None, before: str | None) -> tuple[datetime | None, datetime | None]:
    """Return the half-open interval [after, before) in UTC; raises InvalidArgument for what is not one."""
    start, end = instant("after", after), instant("before", before)
    if start is not None and end is not None and start >= end:
        raise InvalidArgument.of("after", "`after` must be earlier than `before`; nothing lies between them.")
    return start, end


def instant(field: str, text: str | None) -> datetime | None:
    """Return the first microsecond that is not before what a date or a date-time with offset names; None for None.

    Messages have whole microseconds, so both bounds of an interval say the same of each of them as their finer times.
    """
    if text is None:
        return None
    stated = text.strip()
    if DATE.fullmatch(stated):
        stated += "T00:00:00+00:00"
    matched = DATE_TIME.fullmatch(stated)
    if matched is None:
        raise InvalidArgument.of(field, TIME_HINT)
    finer = timedelta(microseconds=1 if (matched["finer"] or "").strip("0") else 0)
    try:
        return datetime.fromisoformat(stated.upper()).astimezone(UTC) + finer
    except (ValueError, OverflowError):
        raise InvalidArgument.of(field, f"There is no such time. {TIME_HINT}") from None


def parse(body: object) -> SearchHistoryArguments:
    """Return the arguments that a model wrote; raises InvalidArgument or UnknownArgument, naming fields."""
    try:
        return SearchHistoryArguments.model_validate(body)
    except ValidationError as error:
        raise refusal_of(error) from None
