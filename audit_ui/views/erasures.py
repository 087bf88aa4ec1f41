"""Erasures: asking, reading what would be done, choosing, deciding for someone else. Each of these is recorded."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.erasure_forms import AskErasure, ChooseForm, DecideForm
from audit_ui.presenters.erasures import descendant_line, erasure_line
from audit_ui.presenters.names import Names
from audit_ui.visits import Shown, Visit, page
from conversation_search import limits
from conversation_search.audit.agents import AuditedAgent
from conversation_search.erasure import preview, requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.requests import RequestRow, RequestsWanted
from conversation_search.errors import Conflict, InvalidArgument, NotFound


@page("erasures")
def erasures(visit: Visit) -> Shown:
    """List the newest requests, and let who may ask for another."""
    query = visit.request.GET
    initial = {name: query.get(name, "") for name in ("agent", "kind", "subject")}
    return _list(visit, AskErasure(None, visit.preferences.zone, visit.agents, initial=initial))


@require_POST
@page("ask_erasure")
def ask_erasure(visit: Visit) -> Shown | HttpResponseBase:
    """Ask for an erasure and show what it would do."""
    form = AskErasure(visit.request.POST, visit.preferences.zone, visit.agents)
    if not form.is_valid():
        return _list(visit, form)
    about = f"{form.agent.slug}.{form.cleaned_data['subject'].strip().rpartition('.')[2]}".rstrip(".")
    filters = {"kind": form.cleaned_data["kind"]}
    visit.record(action="asked", subject=about, reason=form.cleaned_data["reason"], filters=filters)
    try:
        request_id = requests.ask(form.wanted(), who(visit))
    except NotFound:
        form.add_error("subject", "This agent has nothing of that id.")
        return _list(visit, form)
    except InvalidArgument as refused:
        form.add_error(None, refused.detail)
        return _list(visit, form)
    return _to(visit, form.agent, request_id)


@page("erasure")
def erasure(visit: Visit, agent: str, short: str) -> Shown:
    """Show one request: what it would do or has done, what was built on that, and every step."""
    owner, row = find(visit, agent, short)
    names = Names(visit.agents)
    line = erasure_line(row, names)
    after = visit.request.GET.get("after", "")
    built = preview.descendants(row, owner.ids.decode("erasure_item", after) if after else 0)
    is_asker = (row.asked_by_kind, row.asked_by) == ("user", visit.reader.user_id)
    lines = [descendant_line(one, owner.agent_id, names) for one in built.rows]
    context: dict[str, Any] = {
        "line": line,
        "seen": preview.preview(row),
        "deleted": row.deleted_rows(),
        "built": lines,
        "more": owner.ids.encode("erasure_item", lines[-1].number) if built.has_more else None,
        "linked": _linked(visit, row, names),
        "steps": requests.steps(row.request_id),
        "may_choose": line.is_waiting and visit.reader.may_open("choose_erasure"),
        "may_withdraw": line.is_waiting and is_asker and visit.reader.may_open("withdraw_erasure"),
        "may_decide": line.is_waiting and not is_asker and visit.reader.may_open("decide_erasure"),
        "choose": ChooseForm(),
    }
    return Shown("audit_ui/erasure.html", context, subject=f"{agent}.{short}")


@require_POST
@page("link_erasure")
def link_erasure(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Confirm that the linked accounts are meant too."""
    owner, row = find(visit, agent, short)
    visit.record(action="asked", subject=f"{agent}.{short}", details={"linked": True})
    return _step(
        visit, owner, row, lambda: requests.include_linked(row.request_id, owner.agent_id, who(visit))
    )


@require_POST
@page("choose_erasure")
def choose_erasure(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Choose what becomes of some of what was built on it, or of all of it."""
    owner, row = find(visit, agent, short)
    form = ChooseForm(visit.request.POST)
    if not form.is_valid():
        messages.error(visit.request, "Choose something, and say why where you release.")
        return _to(visit, owner, row.request_id)
    choice, why = form.cleaned_data["choice"], form.cleaned_data["why"]
    everything = visit.request.POST.get("all") == "yes"
    items = (
        None if everything else [int(one) for one in visit.request.POST.getlist("item") if one.isdecimal()]
    )
    if items == []:
        messages.error(visit.request, "Mark at least one of them.")
        return _to(visit, owner, row.request_id)
    details = {"choice": choice, "items": "all" if items is None else len(items)}
    visit.record(action="asked", subject=f"{agent}.{short}", reason=why or None, details=details)
    return _step(visit, owner, row, lambda: requests.choose(row, items, choice, why or None, who(visit)))


@require_POST
@page("decide_erasure")
def decide_erasure(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Approve or refuse, for someone else, what was read."""
    owner, row = find(visit, agent, short)
    form = DecideForm(visit.request.POST)
    if not form.is_valid():
        messages.error(visit.request, "Say that you read why something is released, then decide.")
        return _to(visit, owner, row.request_id)
    is_approved = form.cleaned_data["decision"] == "approve"
    if is_approved and preview.preview(row).choices["release"] and not form.cleaned_data["has_read"]:
        messages.error(visit.request, "Say that you read why something is released, then decide.")
        return _to(visit, owner, row.request_id)
    details = {"approved": is_approved, "version": form.cleaned_data["version"]}
    visit.record(action="decided", subject=f"{agent}.{short}", details=details)
    version = form.cleaned_data["version"]
    return _step(
        visit, owner, row, lambda: requests.decide(row, who(visit), version, is_approved=is_approved)
    )


@require_POST
@page("withdraw_erasure")
def withdraw_erasure(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Take back what one asked for oneself."""
    owner, row = find(visit, agent, short)
    visit.record(action="decided", subject=f"{agent}.{short}", details={"withdrawn": True})
    return _step(visit, owner, row, lambda: requests.withdraw(row, who(visit)))


def find(visit: Visit, agent: str, short: str) -> tuple[AuditedAgent, RequestRow]:
    """Return a request and its agent; NotFound when there is none such."""
    owner = visit.agents.named(agent)
    return owner, requests.find(owner.ids.decode("erasure", short), owner.agent_id)


def who(visit: Visit) -> Who:
    """Return whoever is signed in, as records name them."""
    return Who("user", visit.reader.user_id, visit.reader.username)


def _step(visit: Visit, owner: AuditedAgent, row: RequestRow, take: Callable[[], None]) -> HttpResponseBase:
    try:
        take()
    except (Conflict, InvalidArgument) as refused:
        messages.error(visit.request, refused.detail)
    return _to(visit, owner, row.request_id)


def _to(_: Visit, owner: AuditedAgent, request_id: int) -> HttpResponseRedirect:
    short = owner.ids.encode("erasure", request_id)
    return HttpResponseRedirect(reverse("audit:erasure", args=[owner.slug, short]))


def _linked(visit: Visit, row: RequestRow, names: Names) -> list[str]:
    """Return the pseudonyms of linked accounts that are not meant yet, to whoever may confirm them."""
    if row.status != "waiting" or not visit.reader.may_open("link_erasure"):
        return []
    return [
        names.full(row.agent_id, "person", one.actor_id)
        for one in requests.linked_accounts(row)
        if not one.is_meant
    ]


def _list(visit: Visit, form: AskErasure) -> Shown:
    names = Names(visit.agents)
    rows = requests.listed(RequestsWanted(), limits.PAGE_SIZE_MAX)
    return Shown(
        "audit_ui/erasures.html",
        {
            "form": form,
            "lines": [erasure_line(row, names) for row in rows],
            "may_ask": visit.reader.may_open("ask_erasure"),
        },
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK,
    )
