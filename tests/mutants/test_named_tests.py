"""The mutation run itself: what `plugin.py` makes of a test that is named for a rule."""

from pathlib import Path

import pytest

from tests.mutants.plugin import NAMED_FOR

TESTS = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("marker", NAMED_FOR.values())
def test_every_rule_has_more_than_ten_tests_that_are_named_for_it(marker: str) -> None:
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    assert sum(text.count(f"@pytest.mark.{marker}\n") for text in texts) > 10
