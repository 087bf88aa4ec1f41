"""Each file of SQL belongs to one statement, and its row class is what the database returns."""

import ast
import inspect
from collections import Counter
from dataclasses import fields
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from conversation_search.managers.statements import Statement
from tests.sql.catalogue import PYTHON_TYPES, declared, described, files, modules, placeholders

RUNNERS = frozenset({"all", "first", "one", "run"})
STATEMENTS = dict(declared())


def _column_type(annotation: object) -> object:
    """Return what a field holds when it is not None; a Literal holds what its values are."""
    if get_origin(annotation) in {Union, UnionType}:
        (only,) = [part for part in get_args(annotation) if part is not NoneType]
        return _column_type(only)
    if get_origin(annotation) is Literal:
        (kind,) = {type(value) for value in get_args(annotation)}
        return kind
    return annotation


def test_every_file_is_run_by_exactly_one_statement() -> None:
    uses = Counter(statement.name for statement in {id(thing): thing for _, thing in declared()}.values())
    assert {name for name, count in uses.items() if count > 1} == set()
    assert set(uses) == {path.stem for path in files()}


@pytest.mark.django_db
@pytest.mark.parametrize("place", STATEMENTS)
def test_the_row_class_of_a_statement_is_what_the_database_returns(place: str) -> None:
    statement: Statement[Any] = STATEMENTS[place]
    hints = get_type_hints(statement.row)
    wanted = [(field.name, _column_type(hints[field.name])) for field in fields(statement.row)]
    returned = [(name, PYTHON_TYPES[kind]) for name, kind in described(statement.sql).columns]
    assert returned == wanted


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_file_says_what_it_does_and_casts_every_parameter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = text.splitlines()[0]
    assert first.startswith("-- ")
    assert first[3].isupper()
    assert text.rstrip().endswith(";")
    for name in placeholders(text):
        assert text.count(f"%({name})s") == text.count(f"%({name})s::"), name


def _calls(module: ModuleType) -> list[tuple[str, set[str]]]:
    """Find where a module runs its statements, with the parameters that it gives."""
    tree = ast.parse(inspect.getsource(module))
    return [
        (node.func.value.id, {keyword.arg for keyword in node.keywords if keyword.arg})
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in RUNNERS
        and isinstance(node.func.value, ast.Name)
        and all(keyword.arg for keyword in node.keywords)
    ]


def test_every_call_gives_the_parameters_of_its_statement() -> None:
    seen = 0
    for module in modules():
        for name, given in _calls(module):
            statement = getattr(module, name, None)
            if isinstance(statement, Statement):
                seen += 1
                assert given == set(placeholders(statement.sql)), f"{module.__name__}.{name}"
    assert seen > 20
