"""A turn of an agent: opened, checked, answered, delivered."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Router

from conversation_search.api.auth import RUNTIME, caller
from conversation_search.api.clock import now
from conversation_search.api.responses import respond
from conversation_search.api.schemas.runs import (
    DeliveredIn,
    DeliveredOut,
    NothingIn,
    RecheckOut,
    ReplyIn,
    ReplyStoredOut,
    RunIn,
    RunOpenedOut,
)
from conversation_search.identity.run_tokens import RunGrant, RunTokens
from conversation_search.runs import delivery, opening
from conversation_search.telemetry import context

router = Router(tags=["runs"], auth=RUNTIME)


@router.post("/runs", response={201: RunOpenedOut})
def open_run(request: HttpRequest, body: RunIn) -> HttpResponse:
    """Open a turn: update the room, store the message to be answered, load the history that may be shown."""
    who = caller(request)
    opened = opening.open_run(who.agent_id, body.request())
    grant = RunGrant(opened.run.run_id, who.api_key_id)
    token = RunTokens(settings.SECRET_KEY).mint(grant, opened.run.expires_at)
    told = RunOpenedOut.of(opened, who.public_ids, token)
    context.bind(run_id=told.run_id)
    return respond(told, status=201)


@router.post("/runs/{run_id}/recheck", response=RecheckOut)
def recheck(request: HttpRequest, run_id: str, body: NothingIn | None = None) -> HttpResponse:
    """Tell whether a reply built on everything this run was shown may still be sent into its room."""
    del body
    who = caller(request)
    judgement = delivery.recheck(who.agent_id, who.public_ids.decode("run", run_id), now())
    return respond(RecheckOut.of(judgement, who.public_ids), exclude_unset=True)


@router.post("/runs/{run_id}/reply", response={201: ReplyStoredOut})
def reply(request: HttpRequest, run_id: str, body: ReplyIn) -> HttpResponse:
    """Check again, store the reply with its lineage, and close the run; or refuse and store nothing."""
    who = caller(request)
    stored = delivery.reply(who.agent_id, who.public_ids.decode("run", run_id), body.text, now())
    return respond(ReplyStoredOut.of(stored, who.public_ids), status=201)


@router.post("/runs/{run_id}/delivered", response=DeliveredOut)
def delivered(request: HttpRequest, run_id: str, body: DeliveredIn) -> HttpResponse:
    """Record as which messages the platform posted the reply, so that their echo is known. May be repeated."""
    who = caller(request)
    recorded = delivery.delivered(
        who.agent_id, who.public_ids.decode("run", run_id), body.external_message_ids
    )
    return respond(DeliveredOut.of(recorded, who.public_ids))
