"""Whether the audit is as it was written, and the index as the messages say: for operators."""

from typing import Annotated, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from conversation_search.api.auth import OPERATOR, caller
from conversation_search.api.queries import PageQuery, check_query
from conversation_search.api.responses import respond
from conversation_search.api.schemas.seal import (
    CheckpointsOut,
    IndexHealthOut,
    PlaceOut,
    SealOut,
    VerificationsOut,
)
from conversation_search.audit import trace
from conversation_search.errors import NotFound
from conversation_search.indexing.health import health_of
from conversation_search.seal import overview

router = Router(tags=["operator"], auth=OPERATOR)

NUMBER_DIGITS: Final = 18
"""Digits of a checkpoint's number at most: what a bigint holds for certain."""


@router.get("/operator/audit_seal", response=SealOut)
def read_audit_seal(request: HttpRequest) -> HttpResponse:
    """Read the newest checkpoint of the audit, and whether the next one is overdue."""
    caller(request)
    return respond(SealOut.of(overview.state()))


@router.get("/operator/audit_seal/checkpoints", response=CheckpointsOut)
def list_checkpoints(request: HttpRequest, query: Annotated[PageQuery, Query()]) -> HttpResponse:
    """List the checkpoints of the audit, newest first."""
    check_query(request, PageQuery)
    before = None if query.after_id is None else _number(query.after_id)
    return respond(CheckpointsOut.of(overview.checkpoints(before, query.limit + 1), query.limit))


@router.get("/operator/audit_seal/verifications", response=VerificationsOut)
def list_verifications(request: HttpRequest) -> HttpResponse:
    """List the latest verifications of the audit, newest first."""
    caller(request)
    return respond(VerificationsOut.of(overview.verifications()))


@router.get("/operator/searches/{search_id}/seal", response=PlaceOut)
def find_seal(request: HttpRequest, search_id: str) -> HttpResponse:
    """Tell which checkpoint sealed the audit row of one search; null while none has."""
    who = caller(request)
    row = trace.one_search(who.agent_id, who.public_ids.decode("search", search_id))
    return respond(PlaceOut.of(search_id, overview.place_of("conversation_search_events", row.search_id)))


@router.get("/operator/index_health", response=IndexHealthOut)
def read_index_health(request: HttpRequest) -> HttpResponse:
    """Compare the newest messages of this agent with their search documents."""
    return respond(IndexHealthOut.of(health_of(caller(request).agent_id)))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > NUMBER_DIGITS:
        raise NotFound
    return int(text)
