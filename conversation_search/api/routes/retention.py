"""Retention policies and legal holds, for operators: each look and each act is written down first."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from conversation_search.api.auth import OPERATOR, Caller, caller
from conversation_search.api.queries import PageQuery, check_query, decode_id
from conversation_search.api.responses import respond
from conversation_search.api.schemas.retention import (
    ChangeDecisionIn,
    ChangeIn,
    HoldDetailOut,
    HoldIn,
    HoldOut,
    HoldsOut,
    PolicyIn,
    ReasonIn,
    ReleaseDecisionIn,
    RetentionChangeOut,
    RetentionLagOut,
    RetentionOut,
    RetentionPolicyOut,
    RetentionPreviewOut,
    RetentionRunOut,
)
from conversation_search.audit import access_log
from conversation_search.audit.access_log import Who
from conversation_search.retention import holds, policies
from conversation_search.retention.holds import Doer, HoldScope
from conversation_search.retention.policies import Change

router = Router(tags=["retention"], auth=OPERATOR)


@router.get("/operator/holds", response=HoldsOut)
def list_holds(request: HttpRequest, query: Annotated[PageQuery, Query()]) -> HttpResponse:
    """List the holds of this agent, released ones as well, newest first."""
    check_query(request, PageQuery)
    who = caller(request)
    after_id = decode_id(who.public_ids, "hold", query.after_id)
    _record(who, "list_holds")
    found = holds.listed(who.agent_id, after_id, query.limit + 1)
    data = [HoldOut.of(row, who.public_ids) for row in found[: query.limit]]
    has_more = len(found) > query.limit
    return respond(
        HoldsOut(data=data, next_after_id=data[-1].hold_id if has_more else None, has_more=has_more)
    )


@router.post("/operator/holds", response={201: HoldDetailOut})
def place_hold(request: HttpRequest, body: HoldIn) -> HttpResponse:
    """Place a hold; it holds at once, and no text that it covers is destroyed until it is released."""
    who = caller(request)
    _record(who, "place_hold")
    hold_id = holds.place(who.agent_id, _hold_scope(who, body), _doer(who), body.reason)
    return respond(_detail(who, hold_id), status=201)


@router.get("/operator/holds/{hold_id}", response=HoldDetailOut)
def one_hold(request: HttpRequest, hold_id: str) -> HttpResponse:
    """Read one hold: what it covers, what it keeps, and what was done about it."""
    who = caller(request)
    number = who.public_ids.decode("hold", hold_id)
    _record(who, "read_hold", hold=number)
    return respond(_detail(who, number))


@router.post("/operator/holds/{hold_id}/release", response=HoldDetailOut)
def ask_release(request: HttpRequest, hold_id: str, body: ReasonIn) -> HttpResponse:
    """Ask for the release of a hold; somebody else has to grant it. 409 where that was asked for already."""
    who = caller(request)
    number = who.public_ids.decode("hold", hold_id)
    _record(who, "ask_release", hold=number)
    holds.ask_release(number, _doer(who), body.reason, who.agent_id)
    return respond(_detail(who, number))


@router.post("/operator/holds/{hold_id}/decide", response=HoldDetailOut)
def decide_release(request: HttpRequest, hold_id: str, body: ReleaseDecisionIn) -> HttpResponse:
    """Grant or refuse a release. 409 for who asked for it, and where nobody did."""
    who = caller(request)
    number = who.public_ids.decode("hold", hold_id)
    _record(who, "decide_release", hold=number)
    holds.decide(number, _doer(who), body.reason, who.agent_id, granted=body.decision == "release")
    return respond(_detail(who, number))


@router.get("/operator/retention", response=RetentionOut)
def read_retention(request: HttpRequest) -> HttpResponse:
    """Read the policies in force, the changes that were asked for, the latest runs, and how far they are behind."""
    who = caller(request)
    _record(who, "read_retention")
    return respond(
        RetentionOut(
            policies=[RetentionPolicyOut.of(row, who.public_ids) for row in policies.in_force(who.agent_id)],
            changes=[RetentionChangeOut.of(row, who.public_ids) for row in policies.changes(who.agent_id)],
            runs=[RetentionRunOut.of(row) for row in policies.runs(who.agent_id)],
            lag=RetentionLagOut.of(policies.lag(who.agent_id)),
        )
    )


@router.post("/operator/retention/preview", response=RetentionPreviewOut)
def preview_change(request: HttpRequest, body: PolicyIn) -> HttpResponse:
    """Count what a change of a policy would do at once, and change nothing."""
    who = caller(request)
    _record(who, "preview_retention")
    return respond(RetentionPreviewOut.of(policies.preview(_change(who, body))))


@router.post("/operator/retention/changes", response={201: RetentionChangeOut})
def ask_change(request: HttpRequest, body: ChangeIn) -> HttpResponse:
    """Ask for a change of a policy; somebody else has to save it."""
    who = caller(request)
    _record(who, "ask_retention")
    change_id = policies.ask(_change(who, body), _doer(who), body.reason)
    return respond(RetentionChangeOut.of(policies.find(change_id, who.agent_id), who.public_ids), status=201)


@router.post("/operator/retention/changes/{change_id}/decide", response=RetentionChangeOut)
def decide_change(request: HttpRequest, change_id: str, body: ChangeDecisionIn) -> HttpResponse:
    """Save or refuse a change. 409 for who asked for it, and where it was answered already."""
    who = caller(request)
    number = who.public_ids.decode("retention_change", change_id)
    _record(who, "decide_retention", retention_change=number)
    policies.decide(number, _doer(who), body.reason, who.agent_id, saved=body.decision == "save")
    return respond(RetentionChangeOut.of(policies.find(number, who.agent_id), who.public_ids))


def _detail(who: Caller, number: int) -> HoldDetailOut:
    row = holds.find(number, who.agent_id)
    return HoldDetailOut.with_events(row, holds.count_held(number), holds.events(number), who.public_ids)


def _hold_scope(who: Caller, body: HoldIn) -> HoldScope:
    actor_id = room_id = None
    if body.person is not None:
        ref = body.person.connector
        named = policies.named(who.agent_id, (ref.type, ref.name), body.person.external_id, None)
        actor_id = named.actor_id
    if body.room is not None:
        room_id = _room(who, body.room.connector.type, body.room.connector.name, body.room.external_thread_id)
    return HoldScope(actor_id, room_id, body.sent_from, body.sent_before)


def _change(who: Caller, body: PolicyIn) -> Change:
    connector_id = room_id = None
    if body.connector is not None:
        named = policies.named(who.agent_id, (body.connector.type, body.connector.name), None, None)
        connector_id = named.connector_id
    if body.room is not None:
        room_id = _room(who, body.room.connector.type, body.room.connector.name, body.room.external_thread_id)
    return Change(body.kind, who.agent_id, connector_id, room_id, body.days, body.removes)


def _room(who: Caller, kind: str, name: str, external_thread_id: str) -> int | None:
    return policies.named(who.agent_id, (kind, name), None, external_thread_id).conversation_id


def _doer(who: Caller) -> Doer:
    return Doer("api_key", who.api_key_id, who.key_prefix)


def _record(who: Caller, action: str, **ids: int) -> None:
    access_log.record(who.agent_id, Who("api_key", who.key_prefix), action, ids)
