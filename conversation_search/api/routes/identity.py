"""Proofs that two accounts are one person's, and their end."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from conversation_search.api.auth import ANY_SCOPE, INGEST, OPERATOR, RUNTIME, caller, check_scope
from conversation_search.api.clock import now
from conversation_search.api.queries import check_query, decode_id
from conversation_search.api.responses import respond
from conversation_search.api.schemas.identity import (
    ChallengeIn,
    ChallengeOut,
    LinkIn,
    LinkOut,
    LinksOut,
    LinksQuery,
    OwnLinksOut,
    RetiredOut,
    RetireIn,
    RevokeQuery,
)
from conversation_search.identity import linking as proofs
from conversation_search.identity.linking import LinkFilter
from conversation_search.ingest import actors
from conversation_search.runs import linking

router = Router(tags=["identity"])


@router.post("/identity/challenges", response={201: ChallengeOut}, auth=RUNTIME)
def issue_challenge(request: HttpRequest, body: ChallengeIn) -> HttpResponse:
    """Give the person in a direct conversation a code, to be typed in their other one within ten minutes."""
    who = caller(request)
    named = body.extends_link_id
    extends = None if named is None else who.public_ids.decode("link", named)
    run_id = who.public_ids.decode("run", body.run_id)
    return respond(ChallengeOut.of(linking.issue(who.agent_id, run_id, extends, now())), status=201)


@router.post("/identity/links", response={201: LinkOut}, auth=RUNTIME)
def link_identities(request: HttpRequest, body: LinkIn) -> HttpResponse:
    """Redeem a code in the other direct conversation: link its account, or renew the link. Tell the person whose."""
    who = caller(request)
    run_id = who.public_ids.decode("run", body.run_id)
    return respond(
        LinkOut.of(linking.redeem(who.agent_id, run_id, body.code, now()), who.public_ids), status=201
    )


@router.get("/runs/{run_id}/identity_links", response=OwnLinksOut, auth=RUNTIME)
def list_own_links(request: HttpRequest, run_id: str) -> HttpResponse:
    """List the live links of the person whom this run answers, where nobody else reads the answer."""
    who = caller(request)
    rows = linking.list_own(who.agent_id, who.public_ids.decode("run", run_id), now())
    return respond(OwnLinksOut(links=[LinkOut.of(row, who.public_ids) for row in rows]))


@router.delete("/identity/links/{link_id}", response={204: None}, auth=ANY_SCOPE)
def revoke_link(request: HttpRequest, link_id: str, query: Annotated[RevokeQuery, Query()]) -> HttpResponse:
    """Revoke a link at once: with `run_id` and the scope runtime by either side, without it as an operator."""
    check_query(request, RevokeQuery)
    who = caller(request)
    check_scope(who, "operator" if query.run_id is None else "runtime")
    revoked = who.public_ids.decode("link", link_id)
    if query.run_id is None:
        proofs.revoke_as_operator(who.agent_id, revoked, now())
    else:
        linking.revoke(who.agent_id, who.public_ids.decode("run", query.run_id), revoked, now())
    return HttpResponse(status=204)


@router.get("/operator/identity_links", response=LinksOut, auth=OPERATOR)
def list_links(request: HttpRequest, query: Annotated[LinksQuery, Query()]) -> HttpResponse:
    """List the links of this perspective, newest first."""
    check_query(request, LinksQuery)
    who = caller(request)
    after_id = decode_id(who.public_ids, "link", query.after_id)
    wanted = LinkFilter(after_id=after_id, live_only=query.live_only, limit=query.limit + 1)
    return respond(LinksOut.of(proofs.links_page(who.agent_id, wanted), query.limit, who.public_ids))


@router.post("/actors/retire", response=RetiredOut, auth=INGEST)
def retire_actor(request: HttpRequest, body: RetireIn) -> HttpResponse:
    """Tell that an account was handed to someone else. Nothing said to its old holder is shown to the new one."""
    retired = actors.retire(caller(request).agent_id, body.connector.ref(), body.external_id)
    return respond(RetiredOut(external_id=retired.external_id, generation=retired.generation))
