"""Whatever stands in place of a part of a message, the batch is answered and the other message is stored."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.door import Door
from tests.api.test_messages import GOOD, message, post

ODD_TEXT = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["\x00", "\ud800", " ", "", "m1", "direct", "2026-01-01T00:00:00Z"]
)
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | ODD_TEXT
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ODD_TEXT, inner, max_size=3),
    max_leaves=6,
)
PATHS = [
    *((name,) for name in (*GOOD, "deleted", "edited_at", "audience", "new")),
    *(
        ("conversation", name)
        for name in ("external_thread_id", "kind", "name", "members", "externally_shared", "restricted")
    ),
    *(
        ("sender", name)
        for name in ("external_id", "display_name", "organization", "is_agent", "is_external")
    ),
    *(("connector", name) for name in ("type", "name")),
]


@pytest.mark.django_db
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(PATHS), value=JSON)
def test_no_value_anywhere_in_a_message_is_a_crash(path: tuple[str, ...], value: Any) -> None:  # noqa: ANN401
    odd = message(1)
    place = odd
    for name in path[:-1]:
        place[name] = dict(place[name])
        place = place[name]
    place[path[-1]] = value
    result, good = post(Door(), odd, message(2))
    assert result["status"] in {"created", "rejected"}
    assert (result["status"] == "rejected") == ("error" in result)
    assert good["status"] == "created"
