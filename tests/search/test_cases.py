"""Every way of typing that people were seen to fail with, through the API: the shared cases and inputs of our own."""

from itertools import islice, product
from string import ascii_lowercase
from typing import Any

import pytest

from conversation_search import limits
from tests.api.door import DM_ANA, LAUNCH, Door
from tests.search.kinds import INPUTS
from tests.shared_files import cases

pytestmark = pytest.mark.django_db
CASES = cases("search_cases")


def generated(text: str | dict[str, Any]) -> str:
    """Return a text, made to its recipe where it is too long to be written down."""
    if isinstance(text, str):
        return text
    length = text["n"]
    bodies = {
        "distinct_words": " ".join(islice(map("".join, product(ascii_lowercase, repeat=4)), length)),
        "token": ("0123456789abcdef" * length)[:length],
        "cjk": "".join(chr(0x4E00 + number % 2000) for number in range(length)),
        "repeat": text.get("text", "") * length,
    }
    body = bodies[text["gen"]]
    return f"{text.get('prefix', '')}{body}{text.get('suffix', '')}"


def found(documents: list[str], query: str) -> list[int]:
    """Store the documents, ask, and return the numbers of those that are hits, best first."""
    door = Door().registers("mesh")
    numbers = {door.says("ben", LAUNCH, text, f"m{number}"): number for number, text in enumerate(documents)}
    run = door.opens(DM_ANA, history_window=0)["run_id"]
    answer = door.post(
        f"/runs/{run}/tools/search_history", {"query": query[: limits.QUERY_CHARACTERS], "limit": 20}
    )
    assert answer.status == 200, answer
    return [numbers[hit["message_id"]] for hit in answer.body["hits"]]


def check(hits: list[int], expected: dict[str, Any]) -> None:
    """Compare what was found with what a case expects."""
    assert set(expected.get("find", [])) <= set(hits)
    assert not set(expected.get("not_find", [])) & set(hits)
    first = expected.get("first", [])
    assert set(hits[: len(first)]) == set(first)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['kind']}" for case in CASES])
def test_a_shared_case_is_answered_as_it_says(case: dict[str, Any]) -> None:
    hits = found([generated(text) for text in case["documents"]], generated(case["query"]))
    check(hits, case["expected"])


@pytest.mark.parametrize(
    ("documents", "query", "expected"),
    [pytest.param(*rest, id=f"{number} {kind}") for number, (kind, *rest) in enumerate(INPUTS)],
)
def test_an_input_of_a_kind_is_answered_as_its_kind_says(
    documents: list[str], query: str, expected: dict[str, Any]
) -> None:
    check(found(documents, query), expected)


def test_every_kind_has_two_inputs_of_our_own() -> None:
    kinds = [kind for kind, *_ in INPUTS]
    assert {case["kind"] for case in CASES} <= set(kinds)
    assert all(kinds.count(kind) >= 2 for kind in kinds)
