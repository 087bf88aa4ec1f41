"""A large erasure takes no more memory than a small one, and its receipt is complete."""

import uuid

import pytest

from tests.bench_erasure.filling import Size, fill
from tests.bench_erasure.measuring import erase


@pytest.mark.slow
def test_an_erasure_of_many_messages_is_complete_in_bounded_memory(committed: None) -> None:
    assert committed is None
    small = erase(fill(Size(messages=200, person=20, replies=10), f"small-{uuid.uuid4().hex}"))
    large = erase(fill(Size(messages=6_000, person=600, replies=100), f"large-{uuid.uuid4().hex}"))
    for measured, meant in ((small, 20), (large, 600)):
        assert measured.receipt["complete"] is True
        assert measured.receipt["stores"][0]["before"] == measured.receipt["stores"][0]["deleted"] == meant
    assert large.receipt["built_on_it"]["kept"] > 0
    # Sixty times the messages; the processes differ by a few pages.
    assert large.memory < small.memory + 32
