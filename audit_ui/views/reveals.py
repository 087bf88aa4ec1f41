"""Names behind pseudonyms: asking, deciding, and the name itself while it is granted. Each of these is recorded."""

from http import HTTPStatus

from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.forms import DecisionForm, RevealForm
from audit_ui.presenters.reveals import RevealLine, reveal_line
from audit_ui.roles import Reader
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import reveals as wishes
from conversation_search.audit.agents import AuditedAgent
from conversation_search.errors import NotFound


@page("reveals")
def reveals(visit: Visit) -> Shown:
    """List what was asked for: by everybody for who decides, else one's own."""
    initial = {"kind": visit.request.GET.get("kind", ""), "subject": visit.request.GET.get("subject", "")}
    return _page(visit, RevealForm(initial=initial))


@require_POST
@page("ask_reveal")
def ask_reveal(visit: Visit) -> Shown | HttpResponseBase:
    """Ask for a name."""
    form = RevealForm(visit.request.POST)
    if not form.is_valid():
        return _page(visit, form)
    kind, reason = form.cleaned_data["kind"], form.cleaned_data["reason"]
    slug, _, short = form.cleaned_data["subject"].strip().rpartition(".")
    try:
        agent = _agent(visit, slug)
        subject_id = agent.ids.decode(kind, short)
        visit.record(action="asked", subject=f"{agent.slug}.{short}", reason=reason, filters={"kind": kind})
        reveal_id = wishes.ask(agent.agent_id, kind, subject_id, _who(visit.reader), reason)
    except NotFound:
        form.add_error("subject", "There is no such pseudonym.")
        return _page(visit, form)
    return HttpResponseRedirect(reverse("audit:reveal", args=[reveal_id]))


@page("reveal")
def reveal(visit: Visit, number: int) -> Shown:
    """Show one wish; and the name, to the one who asked and while it is granted."""
    row = wishes.find(number)
    line = reveal_line(row, visit.agents)
    if row.asked_by != visit.reader.user_id and not visit.reader.may_open("decide_reveal"):
        raise NotFound
    name = wishes.name_behind(number, visit.reader.user_id)
    if name is not None:
        visit.record(action="revealed", subject=line.full, reason=row.reason)
    return Shown(
        "audit_ui/reveal.html",
        {"line": line, "name": name, "form": DecisionForm(), "may_decide": _may_decide(visit, line)},
        subject=line.full,
    )


@require_POST
@page("decide_reveal")
def decide_reveal(visit: Visit, number: int) -> HttpResponseBase:
    """Grant or refuse, for someone else."""
    form = DecisionForm(visit.request.POST)
    if not form.is_valid():
        return HttpResponseRedirect(reverse("audit:reveal", args=[number]))
    granted = form.cleaned_data["decision"] == "grant"
    hours = form.cleaned_data["hours"] or 1
    line = reveal_line(wishes.find(number), visit.agents)
    visit.record(
        action="decided",
        subject=line.full,
        details={"granted": granted, "hours": hours, "asked_by": line.asked_by},
    )
    wishes.decide(number, _who(visit.reader), hours, granted=granted)
    return HttpResponseRedirect(reverse("audit:reveal", args=[number]))


def _page(visit: Visit, form: RevealForm) -> Shown:
    decides = visit.reader.may_open("decide_reveal")
    rows = wishes.listed(None if decides else visit.reader.user_id)
    return Shown(
        "audit_ui/reveals.html",
        {"form": form, "lines": [reveal_line(row, visit.agents) for row in rows], "decides": decides},
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK,
    )


def _agent(visit: Visit, slug: str) -> AuditedAgent:
    """Return the agent of a reference; the only one there is where it names none."""
    return visit.agents.named(slug or (visit.agents.slugs[0] if len(visit.agents.slugs) == 1 else ""))


def _who(reader: Reader) -> tuple[int, str]:
    return reader.user_id, reader.username


def _may_decide(visit: Visit, line: RevealLine) -> bool:
    return (
        line.is_waiting
        and line.asked_by_id != visit.reader.user_id
        and visit.reader.may_open("decide_reveal")
    )
