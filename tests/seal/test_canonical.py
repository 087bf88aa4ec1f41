"""The form that is hashed: the same whatever the server writes, and what an outsider computes from the documents."""

import hashlib
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversation_search.seal.canonical import RowForm, canonical_text
from conversation_search.seal.errors import UnknownKind
from conversation_search.seal.merkle import EMPTY_ROOT, merkle_root
from conversation_search.seal.sealing import row_form
from conversation_search.seal.streams import STREAMS
from tests.cast import Cast
from tests.database import column, execute, row, value
from tests.seal.sealed import EVENTS, number_of, sealed_events

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.decimals(allow_nan=False, allow_infinity=False),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(), children, max_size=4),
    max_leaves=12,
)


def written(item: object, blank: str = "") -> str:
    """Write JSON as some server might: with blanks, numbers in any notation, keys in the order they come in."""
    if isinstance(item, Decimal):
        return str(item)
    if isinstance(item, dict):
        parts = (f"{json.dumps(key)}{blank}:{blank}{written(part, blank)}" for key, part in item.items())
        return "{" + f",{blank}".join(parts) + "}"
    if isinstance(item, list):
        return f"[{blank}" + f",{blank}".join(written(part, blank) for part in item) + "]"
    return json.dumps(item)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ('{"b": 1, "a": 2}', '{"a":2,"b":1}'),
        ('{"bb": 1, "a": 2}', '{"a":2,"bb":1}'),
        ("[1.10, 1.1, 11e-1, 0.11E1]", "[1.1,1.1,1.1,1.1]"),
        ("[1e3, 1000.00, -0, -0.0, 0e5, 1e-7]", "[1000,1000,0,0,0,0.0000001]"),
        (
            "[123456789012345678901234567890.123456789012345678901]",
            "[123456789012345678901234567890.123456789012345678901]",
        ),
        ('"\\u00e9\\u2028\\n\\u001f\\""', '"é\u2028\\n\\u001f\\""'),
        ("[true, false, null]", "[true,false,null]"),
    ],
)
def test_a_json_text_has_one_form(text: str, canonical: str) -> None:
    assert canonical_text(text) == canonical


@given(JSON)
def test_the_form_says_the_same_however_it_was_written(item: object) -> None:
    text = written(item)
    canonical = canonical_text(text)
    assert canonical_text(written(item, " ")) == canonical
    assert json.loads(canonical, parse_float=Decimal, parse_int=Decimal) == json.loads(
        text, parse_float=Decimal, parse_int=Decimal
    )


@given(JSON, JSON)
def test_what_differs_has_another_form(one: object, other: object) -> None:
    exact = [json.loads(written(item), parse_float=Decimal, parse_int=Decimal) for item in (one, other)]
    same = repr(_typed(exact[0])) == repr(_typed(exact[1]))
    assert (canonical_text(written(one)) == canonical_text(written(other))) is same


def _typed(item: object) -> object:
    """Return a value such that only what JSON calls equal is equal."""
    if isinstance(item, dict):
        return {"o": sorted((key, repr(_typed(part))) for key, part in item.items())}
    if isinstance(item, list):
        return [_typed(part) for part in item]
    if isinstance(item, Decimal):
        return Decimal(0) if item == 0 else ("n", item.as_integer_ratio())
    return item


def test_a_row_is_hashed_as_the_document_says() -> None:
    kinds = {
        "id": "bigint",
        "at": "timestamp with time zone",
        "took": "double precision",
        "said": "text",
        "nothing": "text",
        "facts": "jsonb",
        "is_so": "boolean",
    }
    values = {
        "id": "=7",
        "at": "=1764607448123456",
        "took": "=3ff8000000000000",
        "said": "=é",
        "nothing": "",
        "facts": '={"b": 1.50, "a": []}',
        "is_so": "=true",
    }
    form = RowForm("examples", kinds)
    content = form.content(3, [values[name] for name in form.columns])
    assert content.decode() == (
        '{"format":1,"number":3,"row":{"at":"1764607448123456","facts":{"a":[],"b":1.5},"id":7,"is_so":true,'
        '"nothing":null,"said":"é","took":"3ff8000000000000"},"stream":"examples"}'
    )
    assert form.leaf(3, [values[name] for name in form.columns]) == hashlib.sha256(b"\x00" + content).digest()


def test_a_stored_leaf_is_what_an_outsider_computes(cast: Cast) -> None:
    event, *_ = sealed_events(cast, 1)
    names = sorted(STREAMS[0].columns)
    told = value(
        "SELECT to_jsonb(event)::text FROM conversation_search_events AS event WHERE id = %(id)s", id=event.pk
    )
    known = json.loads(told)
    exact = row(
        "SELECT (extract(epoch FROM searched_at) * 1000000)::bigint, encode(float8send(duration_ms), 'hex') "
        "FROM conversation_search_events WHERE id = %(id)s",
        id=event.pk,
    )
    known |= {"searched_at": str(exact[0]), "duration_ms": exact[1]}
    outside = {
        "format": 1,
        "number": number_of(event.pk),
        "row": {name: known[name] for name in names},
        "stream": EVENTS,
    }
    text = json.dumps(outside, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    stored = value(
        "SELECT leaf FROM audit_seal_entries WHERE stream = %(stream)s AND row_id = %(id)s",
        stream=EVENTS,
        id=event.pk,
    )
    assert bytes(stored) == hashlib.sha256(b"\x00" + text.encode()).digest()


@pytest.mark.parametrize(
    "setting",
    ["TimeZone = 'Asia/Tokyo'", "DateStyle = 'German'", "extra_float_digits = 0", "bytea_output = 'escape'"],
)
def test_no_setting_of_the_session_changes_a_leaf(cast: Cast, setting: str) -> None:
    sealed_events(cast, 2)
    form = row_form(STREAMS[0])
    read = "SELECT content FROM mesh_sealed_rows(%(stream)s, %(stream)s, %(columns)s::text[], 1, 1000000)"
    before = column(read, stream=EVENTS, columns=list(form.columns))
    execute(f"SET LOCAL {setting}")
    assert column(read, stream=EVENTS, columns=list(form.columns)) == before


@pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.key)
def test_every_stream_has_a_form(db: None, stream: object) -> None:
    assert db is None
    assert row_form(stream).columns  # type: ignore[arg-type]


def test_a_type_without_a_form_is_refused() -> None:
    with pytest.raises(UnknownKind, match="inet"):
        RowForm("examples", {"address": "inet"})


def test_roots_are_those_of_rfc_6962() -> None:
    """The test vectors of the Certificate Transparency log: their leaves and roots."""
    contents = [
        b"",
        b"\x00",
        b"\x10",
        b"\x20\x21",
        b"\x30\x31",
        b"\x40\x41\x42\x43",
        b"\x50\x51\x52\x53\x54\x55\x56\x57",
    ]
    contents.append(bytes(range(0x60, 0x70)))
    leaves = [hashlib.sha256(b"\x00" + content).digest() for content in contents]
    roots = {
        1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    }
    assert {count: merkle_root(leaves[:count]).hex() for count in roots} == roots
    assert merkle_root([]) == EMPTY_ROOT
