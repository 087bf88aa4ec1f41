"""The shapes of memories."""

from datetime import datetime

from pydantic import BaseModel

from conversation_search.api.schemas.base import StrictModel, Text
from conversation_search.public_ids import PublicIds
from conversation_search.runs.remembering import MemoryRow


class RememberIn(StrictModel):
    """What to remember, in the agent's own words."""

    text: Text


class RememberedOut(BaseModel):
    """A stored memory."""

    memory_id: str


class MemoryOut(BaseModel):
    """One memory that may be used in this run."""

    memory_id: str
    when: datetime
    text: str


class MemoriesOut(BaseModel):
    """The memories that may be used in this run, newest first. Each is on its ledger now."""

    memories: list[MemoryOut]

    @classmethod
    def of(cls, rows: list[MemoryRow], ids: PublicIds) -> "MemoriesOut":
        """Return memories under public ids."""
        return cls(
            memories=[
                MemoryOut(
                    memory_id=ids.encode("memory", row.memory_id), when=row.remembered_at, text=row.body
                )
                for row in rows
            ]
        )
