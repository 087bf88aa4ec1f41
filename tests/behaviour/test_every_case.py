"""Every case has its test."""

import re
from pathlib import Path

from tests.shared_files import cases

TEST = re.compile(r"^def test_(s\d{3})_\w+\(", re.MULTILINE)


def ids_with_a_test() -> set[str]:
    """Return the ids that a test of this folder is named after."""
    here = Path(__file__).parent
    return {
        found for path in here.glob("test_*.py") for found in TEST.findall(path.read_text(encoding="utf-8"))
    }


def test_every_case_has_a_test_that_is_named_after_it() -> None:
    assert {case["id"] for case in cases("behaviour_cases")} <= ids_with_a_test()


def test_the_tests_of_cases_are_found_by_their_names() -> None:
    assert {"s091", "s142"} <= ids_with_a_test()
