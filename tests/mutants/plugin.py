"""Runs each test that is named for a rule again, in a database whose rule is replaced by TRUE.

A test joins by its marker, wherever it is: `privacy` for the audience rule, `lineage` for the lineage predicate.
Without the rule it is named for, it must fail, and by seeing what it must not see. Without the lineage predicate a
`privacy` test that is not about lineage must pass as it does with it.
"""

from collections.abc import Generator, Iterator
from typing import Final

import pytest
from pytest_django import DjangoDbBlocker

from tests.mutants.mutant import without_rule

NAMED_FOR: Final = {"audience_allows": "privacy", "lineage_allows": "lineage"}
"""Each rule, named as its file in `tests/mutants/sql`, and the marker of the tests that fail without it."""
RUN_WITHOUT: Final = {"audience_allows": {"privacy"}, "lineage_allows": {"privacy", "lineage"}}
"""Each rule, and the markers of the tests that are run without it."""
NO_DISCLOSURE: Final = "this test is named for a rule and passes without it"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let each test that is named for a rule, in one of its cases at least, be run without the rules too."""
    if _markers_of_any_case(metafunc) & set(NAMED_FOR.values()):
        rules = [None, *NAMED_FOR]
        names = [pytest.HIDDEN_PARAM, *(f"without {rule}" for rule in NAMED_FOR)]
        metafunc.parametrize("missing_rule", rules, ids=names, indirect=True, scope="module")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out the cases that are not named for any rule, where others of the same test are."""
    items[:] = [
        item
        for item in items
        if (rule := missing_rule_of(item)) is None or RUN_WITHOUT[rule] & markers_of(item)
    ]


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Expect a disclosure of a test whose rule is missing."""
    rule = missing_rule_of(pyfuncitem)
    if rule is None or NAMED_FOR[rule] not in markers_of(pyfuncitem):
        return (yield)
    try:
        yield
    except AssertionError:
        return True
    except pytest.fail.Exception as failure:
        if str(failure.msg).startswith("DID NOT RAISE"):
            return True
        raise
    pytest.fail(NO_DISCLOSURE)


@pytest.fixture(scope="module", autouse=True)
def missing_rule(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """Take a rule away for the tests of a module that are run without it; None, and nothing done, for all others."""
    rule: str | None = getattr(request, "param", None)
    if rule is None:
        yield None
        return
    request.getfixturevalue("django_db_setup")
    blocker: DjangoDbBlocker = request.getfixturevalue("django_db_blocker")
    with without_rule(rule, blocker):
        yield rule


def missing_rule_of(item: pytest.Item) -> str | None:
    """Return the rule that a test is run without."""
    rule: str | None = item.callspec.params.get("missing_rule") if hasattr(item, "callspec") else None
    return rule


def markers_of(item: pytest.Item) -> set[str]:
    """Return the names of a test's markers."""
    return {marker.name for marker in item.iter_markers()}


def _markers_of_any_case(metafunc: pytest.Metafunc) -> set[str]:
    definition = metafunc.definition
    of_cases = {
        marker.name
        for parametrized in definition.iter_markers("parametrize")
        for case in parametrized.args[1]
        for marker in getattr(case, "marks", ())
    }
    return of_cases | markers_of(definition)
