"""Erasures: asked for, previewed, chosen, decided on by a second one, verified. Every call is written down first."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from conversation_search.api.auth import OPERATOR, Caller, caller
from conversation_search.api.queries import check_query, decode_id
from conversation_search.api.responses import respond
from conversation_search.api.schemas.erasure import (
    ChoiceIn,
    DecisionIn,
    DescendantsOut,
    DescendantsQuery,
    ErasureIn,
    ErasureOut,
    ErasurePreviewOut,
    ErasuresOut,
    ErasuresQuery,
    ReceiptOut,
)
from conversation_search.audit import access_log
from conversation_search.audit.agents import AuditedAgent
from conversation_search.erasure import preview, receipts, requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.requests import RequestRow, RequestsWanted

router = Router(tags=["erasure"], auth=OPERATOR)


@router.post("/operator/erasures", response={201: ErasurePreviewOut})
def ask_erasure(request: HttpRequest, body: ErasureIn) -> HttpResponse:
    """Ask for an erasure. Nothing is erased before a second one approved it."""
    who = caller(request)
    _record(who, "erasure_asked", None)
    request_id = requests.ask(body.wanted(who.agent_id, who.public_ids), _who(who))
    return _previewed(who, requests.find(request_id, who.agent_id), status=201)


@router.get("/operator/erasures", response=ErasuresOut)
def list_erasures(request: HttpRequest, query: Annotated[ErasuresQuery, Query()]) -> HttpResponse:
    """List requests to erase, newest first."""
    check_query(request, ErasuresQuery)
    who = caller(request)
    _record(who, "erasures", None)
    wanted = RequestsWanted(
        agent_id=who.agent_id,
        statuses=None if query.status is None else (query.status,),
        before_id=decode_id(who.public_ids, "erasure", query.after_id),
    )
    rows = requests.listed(wanted, query.limit + 1)
    data = [_shown(who, row) for row in rows[: query.limit]]
    has_more = len(rows) > query.limit
    last = data[-1].erasure_id if has_more else None
    return respond(ErasuresOut(data=data, next_after_id=last, has_more=has_more))


@router.get("/operator/erasures/{erasure_id}", response=ErasurePreviewOut)
def one_erasure(request: HttpRequest, erasure_id: str) -> HttpResponse:
    """Read one request: what every store holds of it now, what a hold protects, and every step so far."""
    who = caller(request)
    return _previewed(who, _found(who, "erasure", erasure_id))


@router.get("/operator/erasures/{erasure_id}/descendants", response=DescendantsOut)
def list_erasure_descendants(
    request: HttpRequest, erasure_id: str, query: Annotated[DescendantsQuery, Query()]
) -> HttpResponse:
    """List what was built directly on what is erased, with the choice for each."""
    check_query(request, DescendantsQuery)
    who = caller(request)
    found = _found(who, "erasure_descendants", erasure_id)
    after_id = decode_id(who.public_ids, "erasure_item", query.after_id) or 0
    return respond(
        DescendantsOut.of(preview.descendants(found, after_id, query.limit, query.choice), who.public_ids)
    )


@router.post("/operator/erasures/{erasure_id}/linked", response=ErasurePreviewOut)
def include_linked_accounts(request: HttpRequest, erasure_id: str) -> HttpResponse:
    """Confirm that the linked accounts of the person are meant too."""
    who = caller(request)
    found = _found(who, "erasure_linked", erasure_id)
    requests.include_linked(found.request_id, who.agent_id, _who(who))
    return _previewed(who, requests.find(found.request_id))


@router.post("/operator/erasures/{erasure_id}/choices", response=ErasurePreviewOut)
def choose_descendants(request: HttpRequest, erasure_id: str, body: ChoiceIn) -> HttpResponse:
    """Choose what becomes of what was built on it: erase, keep withheld, or release to its old audience."""
    who = caller(request)
    found = _found(who, "erasure_chosen", erasure_id)
    item_ids = (
        None
        if body.item_ids is None
        else [who.public_ids.decode("erasure_item", one) for one in body.item_ids]
    )
    requests.choose(found, item_ids, body.choice, body.why, _who(who))
    return _previewed(who, requests.find(found.request_id))


@router.post("/operator/erasures/{erasure_id}/decision", response=ErasurePreviewOut)
def decide_erasure(request: HttpRequest, erasure_id: str, body: DecisionIn) -> HttpResponse:
    """Approve or refuse what another one asked for, as it was read. Whoever asked gets a 404."""
    who = caller(request)
    found = _found(who, "erasure_decided", erasure_id)
    requests.decide(found, _who(who), body.version, is_approved=body.approve)
    return _previewed(who, requests.find(found.request_id))


@router.post("/operator/erasures/{erasure_id}/withdraw", response=ErasurePreviewOut)
def withdraw_erasure(request: HttpRequest, erasure_id: str) -> HttpResponse:
    """Take back what one asked for oneself and nobody has decided on."""
    who = caller(request)
    found = _found(who, "erasure_withdrawn", erasure_id)
    requests.withdraw(found, _who(who))
    return _previewed(who, requests.find(found.request_id))


@router.post("/operator/erasures/{erasure_id}/verify", response=ReceiptOut)
def verify_erasure(request: HttpRequest, erasure_id: str) -> HttpResponse:
    """Look into every store again, and keep a receipt of what is found."""
    who = caller(request)
    found = _found(who, "erasure_verified", erasure_id)
    receipt = receipts.verify(found, receipts.here())
    return respond(
        ReceiptOut(
            complete=receipt.is_complete,
            issued_at=receipt.issued_at,
            sha256=receipt.sha256,
            document=receipt.document,
        )
    )


@router.get("/operator/erasures/{erasure_id}/receipt", response=dict[str, object])
def erasure_receipt(request: HttpRequest, erasure_id: str) -> HttpResponse:
    """Read the newest receipt, byte for byte as it was kept: canonical JSON. 404 before the first."""
    who = caller(request)
    found = _found(who, "erasure_receipt", erasure_id)
    return HttpResponse(receipts.newest(found.request_id).document, content_type="application/json")


def _found(who: Caller, action: str, erasure_id: str) -> RequestRow:
    number = who.public_ids.decode("erasure", erasure_id)
    _record(who, action, number)
    return requests.find(number, who.agent_id)


def _record(who: Caller, action: str, number: int | None) -> None:
    ids = {} if number is None else {"erasure": number}
    access_log.record(who.agent_id, access_log.Who("api_key", who.key_prefix), action, ids)


def _who(who: Caller) -> Who:
    return Who("api_key", who.api_key_id, who.key_prefix)


def _shown(who: Caller, row: RequestRow) -> ErasureOut:
    agent = AuditedAgent(who.agent_id, who.slug, who.public_ids)
    return ErasureOut.of(row, receipts.selector(row, agent), who.public_ids)


def _previewed(who: Caller, row: RequestRow, status: int = 200) -> HttpResponse:
    shown = ErasurePreviewOut.of_preview(
        _shown(who, row),
        preview.preview(row),
        requests.linked_accounts(row),
        requests.steps(row.request_id),
        who.public_ids,
    )
    return respond(shown, status=status)
