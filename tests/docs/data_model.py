"""Writes `docs/data-model.md` from the models, so that what one row means is said once.

`python -m tests.docs.data_model` writes it.
"""

import ast
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django
from django.apps import apps
from django.db.models import Field, ForeignKey, Model

TARGET: Final = Path("docs/data-model.md")
OPENING: Final = """# What one row means

Every table below an agent carries `runtime_agent_id`, and every reference between them carries it too, so that no row
of one perspective can point into another. Row numbers stay inside; what leaves is an opaque id
([decision 3](decisions/0003-opaque-ids.md)). The exact schema is [schema.sql](schema.sql).

This page is generated from `conversation_search/models`.
"""
KINDS: Final = {
    "ArrayField": "list",
    "BigAutoField": "row number",
    "BigIntegerField": "number",
    "BinaryField": "bytes",
    "DateTimeField": "moment",
    "SearchVectorField": "words with their places",
    "SmallIntegerField": "number",
    "IntegerField": "number",
    "CharField": "text",
    "SlugField": "text",
}


def render() -> str:
    """Return the page."""
    models = apps.get_app_config("conversation_search").get_models()
    return OPENING + "".join(_section(model) for model in models)


def _section(model: type[Model]) -> str:
    words = inspect.cleandoc(model.__doc__ or "")
    notes = _notes(model)
    rows = "".join(
        f"| `{name}` | {kind} | {notes.get(attribute, '')} |\n" for attribute, name, kind in _columns(model)
    )
    return f"\n## {model._meta.db_table}\n\n{words}\n\n| column | holds | |\n| - | - | - |\n{rows}"


def _columns(model: type[Model]) -> Iterator[tuple[str, str, str]]:
    for field in model._meta.concrete_fields:
        if field.column:
            yield field.name, field.column, _kind(field)


def _kind(field: "Field[object, object]") -> str:
    if isinstance(field, ForeignKey):
        target = field.related_model
        return f"→ `{target._meta.db_table}`" + _optional(field)
    kind = field.get_internal_type()
    return KINDS.get(kind, kind.removesuffix("Field").lower()) + _optional(field)


def _optional(field: "Field[object, object]") -> str:
    return ", may be NULL" if field.null else ""


def _notes(model: type[Model]) -> dict[str, str]:
    """Return the sentence that follows each field in the source, by the field's name."""
    (definition,) = ast.parse(inspect.getsource(model)).body
    assert isinstance(definition, ast.ClassDef)
    notes = {}
    for before, after in zip(definition.body, definition.body[1:], strict=False):
        if (
            isinstance(before, ast.Assign)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            (target,) = before.targets
            assert isinstance(target, ast.Name)
            notes[target.id] = " ".join(str(after.value.value).split())
    return notes


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    TARGET.write_text(render(), encoding="utf-8")
