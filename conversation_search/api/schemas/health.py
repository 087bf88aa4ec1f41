"""Answers about the service itself."""

from typing import Literal

from pydantic import BaseModel


class Health(BaseModel):
    """The process is up."""

    status: Literal["ok"]


class CheckOut(BaseModel):
    """One check and what it found."""

    ok: bool
    detail: str


class Readiness(BaseModel):
    """Whether requests may be sent here, and every check by its name."""

    status: Literal["ready", "not_ready"]
    checks: dict[str, CheckOut]
