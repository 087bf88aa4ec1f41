"""What connectors tell: workspaces, people, rooms, messages and deletions."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from ninja import Router

from conversation_search.api.auth import INGEST, caller
from conversation_search.api.batches import store_batch
from conversation_search.api.responses import respond
from conversation_search.api.schemas.ingest import ActorBody, ConnectorBody, ConversationBody, MessagesBody
from conversation_search.api.schemas.ingest_results import (
    ActorOut,
    ConnectorOut,
    ConversationOut,
    ResultOut,
    ResultsOut,
)
from conversation_search.ingest import actors, connectors, conversations, deletion

router = Router(tags=["ingest"], auth=INGEST)


@router.put("/connectors", response=ConnectorOut)
def put_connector(request: HttpRequest, body: ConnectorBody) -> HttpResponse:
    """Register a platform workspace. Flags left out are false; accounts of the agent are only ever added."""
    stored = connectors.put(caller(request).agent_id, body.incoming())
    return respond(ConnectorOut.of(stored))


@router.put("/actors", response=ActorOut)
def put_actor(request: HttpRequest, body: ActorBody) -> HttpResponse:
    """Tell who someone is. An account of the agent stays one."""
    stored = actors.put(caller(request).agent_id, body.incoming())
    return respond(ActorOut.of(stored))


@router.put("/conversations", response=ConversationOut)
def put_conversation(request: HttpRequest, body: ConversationBody) -> HttpResponse:
    """Make or update a room. One description older than the stored one changes nothing (`applied` is false)."""
    stored = conversations.put(
        caller(request).agent_id, body.connector.ref(), body.conversation.incoming(), body.as_of
    )
    return respond(ConversationOut.of(stored))


@router.post("/messages", response=ResultsOut)
def post_messages(request: HttpRequest, body: MessagesBody) -> HttpResponse:
    """Store a batch. Each message has its own result, in order; one that is rejected leaves the others alone."""
    who = caller(request)
    stored = store_batch(who.agent_id, cast("list[object]", body.messages))
    results = [ResultOut.of(one, who.public_ids) for one in stored]
    return respond(ResultsOut(results=results), exclude_unset=True)


@router.delete("/messages/{message_id}", response={204: None})
def delete_message(request: HttpRequest, message_id: str) -> HttpResponse:
    """Delete a message, as its platform did: its text goes at once. Again is the same as once."""
    who = caller(request)
    deletion.delete(who.agent_id, who.public_ids.decode("message", message_id))
    return HttpResponse(status=204)
