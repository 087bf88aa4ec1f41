"""Retention policies: what is in force, what a change would do, who asks for it and who saves it; and the runs."""

from http import HTTPStatus

from django.http import HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.presenters.retention import change_line, change_words, lag_line, policy_line, run_line
from audit_ui.retention_forms import AnswerForm, AskChangeForm, PolicyForm
from audit_ui.views.holds import doer
from audit_ui.visits import Shown, Visit, page
from conversation_search.errors import NotFound, OutOfTurn
from conversation_search.retention import policies


@page("retention")
def retention(visit: Visit) -> Shown:
    """Show policies, changes, how far each agent is behind, and the latest runs."""
    agents = visit.agents
    return Shown(
        "audit_ui/retention.html",
        {
            "policies": [policy_line(row, agents) for row in policies.in_force()],
            "changes": [change_line(row, agents) for row in policies.changes()],
            "lags": [lag_line(policies.lag(agent_id), agents) for agent_id in agents.by_id],
            "runs": [run_line(row, agents) for row in policies.runs()],
            "may_change": visit.reader.may_open("preview_retention"),
        },
    )


@page("preview_retention")
def preview_retention(visit: Visit) -> Shown:
    """Count what a change would do, before anybody asks for it."""
    return _preview(visit, visit.request.GET, HTTPStatus.OK)


@require_POST
@page("ask_retention")
def ask_retention(visit: Visit) -> Shown | HttpResponseBase:
    """Ask for the change that was previewed."""
    form = AskChangeForm(visit.request.POST)
    query = QueryDict(visit.request.POST.get("query", ""))
    change = PolicyForm(query, visit.preferences.zone, visit.agents).change() if query else None
    if not form.is_valid() or change is None:
        return _preview(visit, query, HTTPStatus.UNPROCESSABLE_ENTITY)
    reason = form.cleaned_data["reason"]
    words = change_words(change, visit.agents)
    visit.record(action="asked", reason=reason, details={"change": words})
    change_id = policies.ask(change, doer(visit.reader), reason)
    return HttpResponseRedirect(reverse("audit:retention_change", args=[change_id]))


@page("retention_change")
def retention_change(visit: Visit, number: int) -> Shown:
    """Show one change: what was counted when it was asked for, and what it would do now."""
    return _show(visit, number, HTTPStatus.OK)


@require_POST
@page("decide_retention")
def decide_retention(visit: Visit, number: int) -> Shown | HttpResponseBase:
    """Save the change that somebody else asked for, or refuse it."""
    form = AnswerForm(visit.request.POST)
    if not form.is_valid():
        return _show(visit, number, HTTPStatus.UNPROCESSABLE_ENTITY)
    saved, reason = form.cleaned_data["decision"] == "grant", form.cleaned_data["reason"]
    policies.find(number)
    visit.record(action="decided", reason=reason, details={"change": number, "saved": saved})
    try:
        policies.decide(number, doer(visit.reader), reason, saved=saved)
    except OutOfTurn:
        return _show(visit, number, HTTPStatus.CONFLICT)
    return HttpResponseRedirect(reverse("audit:retention_change", args=[number]))


def _preview(visit: Visit, query: QueryDict, status: HTTPStatus) -> Shown:
    form = PolicyForm(query, visit.preferences.zone, visit.agents)
    form.is_bound = bool(query)
    change = form.change() if query else None
    try:
        found = None if change is None else policies.preview(change)
    except NotFound:
        found = None
    return Shown(
        "audit_ui/retention_preview.html",
        {
            "form": form,
            "ask": AskChangeForm(initial={"query": query.urlencode()}),
            "words": change and change_words(change, visit.agents, query.get("connector")),
            "found": found,
            "is_wrong": status != HTTPStatus.OK,
        },
        filters=form.active,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else status,
    )


def _show(visit: Visit, number: int, status: HTTPStatus) -> Shown:
    row = policies.find(number)
    decides = visit.reader.may_open("decide_retention")
    is_mine = (row.asked_who_kind, row.asked_who) == ("user", visit.reader.user_id)
    return Shown(
        "audit_ui/retention_change.html",
        {
            "line": change_line(row, visit.agents),
            "found": policies.preview(row.change()) if row.answer is None else None,
            "form": AnswerForm(),
            "may_decide": row.answer is None and decides and not is_mine,
            "is_refused": status == HTTPStatus.CONFLICT,
            "is_wrong": status == HTTPStatus.UNPROCESSABLE_ENTITY,
        },
        filters={"change": number},
        status=status,
    )
