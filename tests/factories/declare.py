"""What factory-boy declares fields with; it carries no types, so they are given here, once."""

from typing import Any

from factory import declarations

LazyAttribute: Any = declarations.LazyAttribute
LazyFunction: Any = declarations.LazyFunction
SelfAttribute: Any = declarations.SelfAttribute
Sequence: Any = declarations.Sequence
SubFactory: Any = declarations.SubFactory
