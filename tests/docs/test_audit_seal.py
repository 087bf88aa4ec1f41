"""The recipe of docs/audit-seal.md computes what the product stored, from the documents alone."""

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from conversation_search.seal import exporting
from conversation_search.seal.findings import Finding
from conversation_search.seal.streams import STREAMS
from tests.cast import Cast
from tests.database import rows
from tests.seal.sealed import EVENTS, KEYS, seal, search_events

DOCUMENT = (Path(settings.BASE_DIR) / "docs" / "audit-seal.md").read_text(encoding="utf-8")
ROWS = """
SELECT
    entry.number,
    (
        to_jsonb(event)
        || jsonb_build_object(
            'searched_at', (extract(epoch FROM event.searched_at) * 1000000)::bigint::text,
            'duration_ms', encode(float8send(event.duration_ms), 'hex')
        )
    )::text
FROM audit_seal_entries AS entry
INNER JOIN conversation_search_events AS event ON entry.row_id = event.id
WHERE entry.stream = 'conversation_search_events' AND entry.number BETWEEN %(first)s AND %(last)s
ORDER BY entry.number
"""


def recipe() -> dict[str, Any]:
    """Run the code of the document and return what it defines."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    defined: dict[str, Any] = {}
    exec(code, defined)  # noqa: S102 - our own document
    return defined


def exact(text: str) -> Any:  # noqa: ANN401 - whatever the text holds
    """Parse JSON with exact numbers."""
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def test_an_outsider_computes_a_segment_from_the_document_alone(cast: Cast) -> None:
    search_events(cast, 5)
    seal()
    outside = recipe()
    *_, line = exporting.every_line()
    told = outside["checkpoint"](line, KEYS.signer().public.raw.hex())
    (segment,) = [one for one in told["segments"] if one["stream"] == EVENTS]
    last = segment["first"] + segment["rows"] - 1
    leaves = [
        outside["leaf"](EVENTS, Decimal(number), exact(text))
        for number, text in rows(ROWS, first=segment["first"], last=last)
    ]
    assert len(leaves) == segment["rows"]
    assert outside["root"](leaves).hex() == segment["root"]


@pytest.mark.parametrize("stream", [stream.key for stream in STREAMS])
def test_every_stream_is_in_the_document(stream: str) -> None:
    assert f"`{stream}`" in DOCUMENT


@pytest.mark.parametrize("kind", re.findall(r"`(\w+)`", Finding.__doc__ or ""))
def test_every_kind_of_finding_is_in_the_document(kind: str) -> None:
    assert f"`{kind}`" in DOCUMENT
