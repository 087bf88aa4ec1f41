"""Explanations and uses as an operator reads them: ids and rules, no text."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from conversation_search.api.queries import PublicId
from conversation_search.api.schemas.base import StrictModel
from conversation_search.audit.explain import Explanation
from conversation_search.audit.uses import Uses
from conversation_search.public_ids import PublicIds

NodeKind = Literal["message", "memory", "tool_result"]
Rule = Literal["deleted", "expired", "already_in_context", "no_evidence", "audience", "lineage"]


class ExplainIn(StrictModel):
    """Which message, and which run."""

    message_id: PublicId
    run_id: PublicId


class RuleOut(BaseModel):
    """One rule, and whether it would exclude the message whatever the others say."""

    rule: Rule
    excludes: bool


class StepOut(BaseModel):
    """One stop on the way from the message to what decides, and why it is denied there."""

    kind: NodeKind
    id: str
    reason: str


class ExplainOut(BaseModel):
    """What holds as of a moment; `rule` is the first that excludes the message, null when it may be shown."""

    message_id: str
    run_id: str
    as_of: datetime
    rule: Rule | None
    rules: list[RuleOut]
    path: list[StepOut]

    @classmethod
    def of(cls, asked: ExplainIn, explained: Explanation, ids: PublicIds) -> "ExplainOut":
        """Return an explanation under public ids."""
        return cls.model_validate(
            {
                "message_id": asked.message_id,
                "run_id": asked.run_id,
                "as_of": explained.as_of,
                "rule": explained.rule,
                "rules": [{"rule": one.rule, "excludes": one.excludes} for one in explained.rules],
                "path": [
                    {"kind": step.kind, "id": _encode(ids, step.kind, step.id), "reason": step.reason}
                    for step in explained.path
                ],
            }
        )


class SearchUseOut(BaseModel):
    """A search that showed the message: as a hit, or beside one."""

    search_id: str
    as_hit: bool


class BuiltOut(BaseModel):
    """A reply or memory that was built on the message: directly, or on something that was."""

    kind: Literal["reply", "memory"]
    id: str
    direct: bool


class ReachedOut(BaseModel):
    """Who could read some of that; `readers` is null where everybody of the workspace could."""

    namespace: str
    external_thread_id: str
    visibility: str
    kind: str
    readers: list[str] | None


class UsesOut(BaseModel):
    """What became of a message; `complete` is false where there is more than is listed."""

    message_id: str
    searches: list[SearchUseOut]
    built: list[BuiltOut]
    audiences: list[ReachedOut]
    complete: bool

    @classmethod
    def of(cls, message_id: str, found: Uses, ids: PublicIds) -> "UsesOut":
        """Return the uses of a message under public ids."""
        return cls.model_validate(
            {
                "message_id": message_id,
                "searches": [
                    {"search_id": ids.encode("search", one.search_id), "as_hit": one.is_hit}
                    for one in found.searches
                ],
                "built": [
                    {
                        "kind": "reply" if one.kind == "message" else "memory",
                        "id": _encode(ids, one.kind, one.id),
                        "direct": one.is_direct,
                    }
                    for one in found.built
                ],
                "audiences": [
                    {
                        "namespace": one.namespace,
                        "external_thread_id": one.external_thread_id,
                        "visibility": one.visibility,
                        "kind": one.kind,
                        "readers": None if one.readers is None else list(one.readers),
                    }
                    for one in found.audiences
                ],
                "complete": found.is_complete,
            }
        )


def _encode(ids: PublicIds, kind: str, number: int) -> str:
    match kind:
        case "memory":
            return ids.encode("memory", number)
        case "tool_result":
            return ids.encode("tool_result", number)
        case _:
            return ids.encode("message", number)
