"""Why a message is kept out, and where it went: for operators, each of whom is written down."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from conversation_search.api.auth import OPERATOR, Caller, caller
from conversation_search.api.responses import respond
from conversation_search.api.schemas.explaining import ExplainIn, ExplainOut, UsesOut
from conversation_search.audit.access_log import Who
from conversation_search.audit.explain import explain
from conversation_search.audit.uses import uses

router = Router(tags=["operator"], auth=OPERATOR)


@router.post("/operator/explain", response=ExplainOut)
def explain_message(request: HttpRequest, body: ExplainIn) -> HttpResponse:
    """Tell which rule would keep a message out of a run now, and the way through its lineage that decides it."""
    who = caller(request)
    run_id = who.public_ids.decode("run", body.run_id)
    message_id = who.public_ids.decode("message", body.message_id)
    explained = explain(who.agent_id, run_id, message_id, _who(who))
    return respond(ExplainOut.of(body, explained, who.public_ids))


@router.get("/operator/messages/{message_id}/uses", response=UsesOut)
def list_uses(request: HttpRequest, message_id: str) -> HttpResponse:
    """Tell which searches showed a message, what was built on it, and whom that reached."""
    who = caller(request)
    found = uses(who.agent_id, who.public_ids.decode("message", message_id), _who(who))
    return respond(UsesOut.of(message_id, found, who.public_ids))


def _who(who: Caller) -> Who:
    return Who("api_key", who.key_prefix)
