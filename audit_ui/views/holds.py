"""Legal holds: placing one, asking for its release, granting that. Each of these is recorded."""

from http import HTTPStatus

from django.http import HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.presenters.retention import EVENTS, HoldLine, bounded, hold_line
from audit_ui.retention_forms import AnswerForm, HoldForm, ReleaseForm
from audit_ui.roles import Reader
from audit_ui.visits import Shown, Visit, page
from conversation_search.errors import OutOfTurn
from conversation_search.retention import holds as orders
from conversation_search.retention.holds import Doer


@page("holds")
def holds(visit: Visit) -> Shown:
    """List holds, released ones as well."""
    form = HoldForm(QueryDict(), visit.preferences.zone, visit.agents)
    form.is_bound = False
    return _list(visit, form)


@require_POST
@page("place_hold")
def place_hold(visit: Visit) -> Shown | HttpResponseBase:
    """Place a hold; it holds from that moment."""
    typed = visit.request.POST.copy()
    typed.pop("csrfmiddlewaretoken", None)
    form = HoldForm(typed, visit.preferences.zone, visit.agents)
    found = form.scope()
    if found is None:
        return _list(visit, form)
    agent_id, scope = found
    reason = form.cleaned_data["reason"]
    subject = visit.agents.by_id[agent_id].slug
    visit.record(action="decided", subject=subject, reason=reason, filters=form.active)
    hold_id = orders.place(agent_id, scope, doer(visit.reader), reason)
    return _to(hold_id)


@page("hold")
def hold(visit: Visit, number: int) -> Shown:
    """Show one hold: what it covers, what it keeps, and what was done about it."""
    return _show(visit, number, HTTPStatus.OK)


@require_POST
@page("ask_release")
def ask_release(visit: Visit, number: int) -> Shown | HttpResponseBase:
    """Ask for the release of a hold."""
    form = ReleaseForm(visit.request.POST)
    if not form.is_valid():
        return _show(visit, number, HTTPStatus.UNPROCESSABLE_ENTITY)
    reason = form.cleaned_data["reason"]
    line = hold_line(orders.find(number), visit.agents)
    visit.record(action="asked", subject=line.agent, reason=reason, details={"hold": number})
    try:
        orders.ask_release(number, doer(visit.reader), reason)
    except OutOfTurn:
        return _show(visit, number, HTTPStatus.CONFLICT)
    return _to(number)


@require_POST
@page("decide_release")
def decide_release(visit: Visit, number: int) -> Shown | HttpResponseBase:
    """Grant or refuse the release that somebody else asked for."""
    form = AnswerForm(visit.request.POST)
    if not form.is_valid():
        return _show(visit, number, HTTPStatus.UNPROCESSABLE_ENTITY)
    granted, reason = form.cleaned_data["decision"] == "grant", form.cleaned_data["reason"]
    line = hold_line(orders.find(number), visit.agents)
    details = {"hold": number, "granted": granted}
    visit.record(action="decided", subject=line.agent, reason=reason, details=details)
    try:
        orders.decide(number, doer(visit.reader), reason, granted=granted)
    except OutOfTurn:
        return _show(visit, number, HTTPStatus.CONFLICT)
    return _to(number)


def doer(reader: Reader) -> Doer:
    """Return a reader as the record of a hold or a policy names them."""
    return Doer("user", reader.user_id, reader.username)


def _list(visit: Visit, form: HoldForm) -> Shown:
    return Shown(
        "audit_ui/holds.html",
        {
            "form": form,
            "lines": [hold_line(row, visit.agents) for row in orders.listed()],
            "may_place": visit.reader.may_open("place_hold"),
        },
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK,
    )


def _show(visit: Visit, number: int, status: HTTPStatus) -> Shown:
    line = hold_line(orders.find(number), visit.agents)
    return Shown(
        "audit_ui/hold.html",
        {
            "line": line,
            "covered": bounded(orders.count_held(number)),
            "events": [(EVENTS[event.kind], event) for event in orders.events(number)],
            "form": ReleaseForm(),
            "is_refused": status == HTTPStatus.CONFLICT,
            "is_wrong": status == HTTPStatus.UNPROCESSABLE_ENTITY,
            "may_ask": line.released_at is None
            and line.asked_by is None
            and visit.reader.may_open("ask_release"),
            "may_decide": _may_decide(visit, line),
        },
        subject=line.agent,
        filters={"hold": number},
        status=status,
    )


def _may_decide(visit: Visit, line: HoldLine) -> bool:
    return (
        line.asked_by is not None
        and line.asked_by != ("user", visit.reader.user_id)
        and visit.reader.may_open("decide_release")
    )


def _to(hold_id: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("audit:hold", args=[hold_id]))
