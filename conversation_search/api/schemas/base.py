"""What every schema has in common: nothing is ignored, nothing is converted, times carry their offset."""

import re
from datetime import UTC, datetime
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from conversation_search import limits
from conversation_search.ingest import values
from conversation_search.ingest.records import ConnectorRef
from conversation_search.text import storable

MOMENT: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
MOMENT_HINT: Final = "Send an ISO 8601 time with its offset, for instance 2031-03-10T09:30:00+01:00."


class StrictModel(BaseModel):
    """A body: unknown keys are refused, and a value of another JSON type is not converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def parse_moment(value: object) -> datetime:
    """Return a time in UTC, cut to microseconds; raises ValueError for anything but an ISO 8601 time with offset."""
    if not isinstance(value, str) or not MOMENT.fullmatch(value):
        raise ValueError(MOMENT_HINT)
    try:
        return datetime.fromisoformat(value.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(MOMENT_HINT) from None


def _storable(value: object) -> object:
    return storable(value) if isinstance(value, str) else value


Moment = Annotated[
    datetime, BeforeValidator(parse_moment), WithJsonSchema({"type": "string", "format": "date-time"})
]
ExternalId = Annotated[
    str,
    AfterValidator(values.check_external_id),
    Field(min_length=1, max_length=limits.EXTERNAL_ID_CHARACTERS),
]
Text = Annotated[str, BeforeValidator(_storable)]
"""A text of any length and any characters; its bytes are counted below."""
Name = Text
"""A name to be shown; it is put on one line and cut to its limit."""


class ConnectorBlock(StrictModel):
    """Names one platform workspace of the agent."""

    type: Annotated[str, AfterValidator(values.check_connector_type), Field(pattern="^[a-z0-9_-]+$")]
    name: ExternalId

    def ref(self) -> ConnectorRef:
        """Return the name as the services take it."""
        return ConnectorRef(self.type, self.name)
