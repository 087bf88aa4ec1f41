"""Who asks for an erasure, chooses, and decides."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Who:
    """A user of the pages, or an API key; by its number and by what it is called in records."""

    kind: Literal["user", "api_key"]
    number: int
    name: str

    @property
    def key(self) -> tuple[str, int, str]:
        """All of it, as statements take it."""
        return self.kind, self.number, self.name

    @property
    def signature(self) -> tuple[str, str]:
        """What a step is signed with."""
        return self.kind, self.name


WORKER = ("worker", "erasure")
"""Signs the steps that no person takes."""
