"""What an operator may read: runs with their traces, and the audit rows of searches. Ids and figures, no text."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from conversation_search.api.auth import OPERATOR, caller
from conversation_search.api.clock import now
from conversation_search.api.queries import check_query, decode_id
from conversation_search.api.responses import respond
from conversation_search.api.schemas.audit import SearchAuditOut, SearchesOut, SearchesQuery
from conversation_search.api.schemas.operator import RunsOut, RunsQuery, RunTraceOut
from conversation_search.audit import trace
from conversation_search.audit.trace import RunFilter, SearchFilter

router = Router(tags=["operator"], auth=OPERATOR)


@router.get("/operator/runs", response=RunsOut)
def list_runs(request: HttpRequest, query: Annotated[RunsQuery, Query()]) -> HttpResponse:
    """List runs, newest first."""
    check_query(request, RunsQuery)
    who = caller(request)
    wanted = RunFilter(
        after_id=decode_id(who.public_ids, "run", query.after_id),
        kind=query.kind,
        requester=query.requester,
        after=query.after,
        before=query.before,
    )
    page = trace.runs_page(who.agent_id, wanted, query.limit)
    return respond(RunsOut.of(page, who.public_ids, now()))


@router.get("/operator/runs/{run_id}", response=RunTraceOut)
def trace_run(request: HttpRequest, run_id: str) -> HttpResponse:
    """Trace one run: what it was shown, each tool call with its `search_audit`, and its reply's lineage."""
    who = caller(request)
    traced = trace.trace_run(who.agent_id, who.public_ids.decode("run", run_id))
    return respond(RunTraceOut.of_trace(traced, who.public_ids, now()))


@router.get("/operator/searches", response=SearchesOut)
def list_searches(request: HttpRequest, query: Annotated[SearchesQuery, Query()]) -> HttpResponse:
    """List the audit rows of searches, newest first."""
    check_query(request, SearchesQuery)
    who = caller(request)
    wanted = SearchFilter(
        after_id=decode_id(who.public_ids, "search", query.after_id),
        run_id=decode_id(who.public_ids, "run", query.run_id),
        status=query.status,
        requester=query.requester,
        after=query.after,
        before=query.before,
        degraded=query.degraded,
        rule=query.rule,
    )
    page = trace.searches_page(who.agent_id, wanted, query.limit)
    return respond(SearchesOut.of(page, who.public_ids))


@router.get("/operator/searches/{search_id}", response=SearchAuditOut)
def one_search(request: HttpRequest, search_id: str) -> HttpResponse:
    """Read the audit row of one search."""
    who = caller(request)
    row = trace.one_search(who.agent_id, who.public_ids.decode("search", search_id))
    return respond(SearchAuditOut.of(row, who.public_ids))
