"""The shapes of memories, and of what external tools grant."""

from datetime import datetime

from pydantic import BaseModel, Field

from conversation_search import limits
from conversation_search.api.schemas.base import ExternalId, StrictModel, Text
from conversation_search.public_ids import PublicIds
from conversation_search.runs.remembering import MemoryRow


class RememberIn(StrictModel):
    """What to remember, in the agent's own words."""

    text: Text


class ToolResultIn(StrictModel):
    """Where a text came from, and which accounts of the run's connector may read it. The text itself is not sent."""

    source: ExternalId
    readers: list[ExternalId] = Field(min_length=1, max_length=limits.ROOM_MEMBERS)


class ToolResultOut(BaseModel):
    """A recorded grant."""

    tool_result_id: str


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
