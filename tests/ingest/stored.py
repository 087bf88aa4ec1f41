"""What the database holds of a message, read from below the services."""

import json
from dataclasses import dataclass
from typing import Any

from tests import database


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of one message."""

    visibility: str
    readers: list[str] | None
    explicit: bool
    externally_shared: bool
    restricted: bool
    audiences_of_class: int | None
    """How many audiences must all allow it; None when its lineage is unknown."""


def evidence(message_id: int | None) -> Evidence | None:
    """Return the evidence of a message, if it has any."""
    found = database.rows(
        """
        SELECT audience.visibility, audience.readers, audience.explicit, audience.externally_shared,
            audience.restricted, cardinality(class.audience_ids)
        FROM message_source_evidence AS evidence
        JOIN audiences AS audience ON audience.id = evidence.audience_id
        LEFT JOIN disclosure_classes AS class ON class.id = evidence.class_id
        WHERE evidence.message_event_id = %(message_id)s::bigint
        """,
        message_id=message_id,
    )
    return Evidence(*found[0]) if found else None


def body(message_id: int | None) -> str:
    """Return the text of a stored message."""
    text: str = column(message_id, "body")
    return text


def column(message_id: int | None, name: str) -> Any:  # noqa: ANN401
    """Return one column of a stored message."""
    row = database.value(
        "SELECT to_jsonb(event) FROM message_events AS event WHERE id = %(message_id)s::bigint",
        message_id=message_id,
    )
    return json.loads(row)[name]


def documents(message_id: int | None) -> int:
    """Count the search documents of a message."""
    count: int = database.value(
        "SELECT count(*) FROM message_search_documents WHERE message_event_id = %(message_id)s::bigint",
        message_id=message_id,
    )
    return count
