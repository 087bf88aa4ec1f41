"""Asks the database about many pairs of audiences at once."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from tests.contract.oracle import Accounts, Audience
from tests.database import value

PRODUCT = """
WITH origin AS MATERIALIZED (
    SELECT number, jsonb_populate_record(NULL::mesh_audience, content) AS audience
    FROM jsonb_array_elements(%(origins)s::jsonb) WITH ORDINALITY AS given (content, number)
), destination AS MATERIALIZED (
    SELECT number, jsonb_populate_record(NULL::mesh_audience, content) AS audience
    FROM jsonb_array_elements(%(destinations)s::jsonb) WITH ORDINALITY AS given (content, number)
)

SELECT string_agg(
    CASE mesh_audience_allows(origin.audience, destination.audience)
        WHEN true THEN 'y' WHEN false THEN 'n' ELSE '?'
    END,
    '' ORDER BY origin.number, destination.number
)
FROM origin
CROSS JOIN destination
"""


def as_json(audience: Audience) -> dict[str, object]:
    """Return the audience under the names of the database's composite type."""
    fields = asdict(audience)
    return {
        **fields,
        "connector_id": fields.pop("connector"),
        "conversation_id": fields.pop("conversation"),
        "person_readers": _written(audience.person_readers),
    }


def _written(accounts: Accounts) -> list[str | None] | None:
    """Return accounts as the database writes them."""
    if accounts is None:
        return None
    return [None if account is None else f"{account[0]}:{account[1]}" for account in accounts]


def answers(origins: Sequence[Audience], destinations: Sequence[Audience]) -> str:
    """Return one letter for each pair, origins first: y, n, or ? for an answer that is neither."""
    answered: str = value(
        PRODUCT,
        origins=json.dumps([as_json(audience) for audience in origins]),
        destinations=json.dumps([as_json(audience) for audience in destinations]),
    )
    return answered
