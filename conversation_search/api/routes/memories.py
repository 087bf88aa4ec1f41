"""What an agent remembers, what it may be reminded of, and what external tools gave it."""

from django.http import HttpRequest, HttpResponse
from ninja import Router

from conversation_search.api.auth import RUNTIME, caller
from conversation_search.api.clock import now
from conversation_search.api.responses import respond
from conversation_search.api.schemas.memories import (
    MemoriesOut,
    RememberedOut,
    RememberIn,
    ToolResultIn,
    ToolResultOut,
)
from conversation_search.runs import granting, remembering

router = Router(tags=["runs"], auth=RUNTIME)


@router.post("/runs/{run_id}/tools/remember", response={201: RememberedOut})
def remember(request: HttpRequest, run_id: str, body: RememberIn) -> HttpResponse:
    """Remember a text. It is shown only where everything that this run was shown may be."""
    who = caller(request)
    memory_id = remembering.remember(who.agent_id, who.public_ids.decode("run", run_id), body.text, now())
    return respond(RememberedOut(memory_id=who.public_ids.encode("memory", memory_id)), status=201)


@router.get("/runs/{run_id}/memories", response=MemoriesOut)
def recall(request: HttpRequest, run_id: str) -> HttpResponse:
    """Read the newest memories that may be used in this run; a reply is then built on each of them."""
    who = caller(request)
    rows = remembering.recall(who.agent_id, who.public_ids.decode("run", run_id), now())
    return respond(MemoriesOut.of(rows, who.public_ids))


@router.post("/runs/{run_id}/tool_results", response={201: ToolResultOut})
def record_tool_result(request: HttpRequest, run_id: str, body: ToolResultIn) -> HttpResponse:
    """Record that the run was given text by an external tool, before it is used: a reply goes no further than that."""
    who = caller(request)
    number = who.public_ids.decode("run", run_id)
    recorded = granting.record(who.agent_id, number, body.source, body.readers, now())
    return respond(ToolResultOut(tool_result_id=who.public_ids.encode("tool_result", recorded)), status=201)
