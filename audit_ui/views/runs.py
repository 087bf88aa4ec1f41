"""Runs: the list, and one turn from the message to the reply."""

from typing import Any

from audit_ui.forms import RunFilter
from audit_ui.presenters.names import Names
from audit_ui.presenters.runs import run_detail, run_line
from audit_ui.views.places import pager, place
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import listing, saved_views
from conversation_search.audit.listing import AuditedRun, Listing, RunsWanted
from conversation_search.audit.trace import trace_run

YES_OR_NO = {"yes": True, "no": False}


@page("runs")
def runs(visit: Visit) -> Shown:
    """List the runs that match the filter, newest first."""
    form = RunFilter(visit.request.GET, visit.preferences.zone, visit.agents)
    names = Names(visit.agents)
    wanted = runs_wanted(form)
    found: Listing[AuditedRun] = (
        Listing([], has_newer=False, has_older=False)
        if wanted is None
        else listing.list_runs(wanted, place(visit, "run"))
    )
    lines = [run_line(row, names, visit.now) for row in found.rows]
    return Shown(
        "audit_ui/runs.html",
        {
            "form": form,
            "lines": lines,
            "names": names,
            "pager": pager(visit.request.path, form.query, [line.link.full for line in lines], found),
            "saved": saved_views.saved(visit.reader.user_id, "runs"),
        },
        filters=form.active,
        fragment="audit_ui/_runs.html",
    )


@page("run")
def run(visit: Visit, agent: str, short: str) -> Shown:
    """Show one turn."""
    owner = visit.agents.named(agent)
    row = listing.one_run(owner.agent_id, owner.ids.decode("run", short))
    names = Names(visit.agents)
    form = RunFilter(visit.request.GET, visit.preferences.zone, visit.agents)
    trace = trace_run(owner.agent_id, row.run_id)
    detail = run_detail(row, trace, listing.searches_of_run(row.agent_id, row.run_id), names, visit.now)
    return Shown(
        "audit_ui/run.html",
        {"run": detail, "names": names, "beside": _beside(form, row, names), "query": form.query},
        subject=f"{agent}.{short}",
        filters=form.active,
    )


def runs_wanted(form: RunFilter) -> RunsWanted | None:
    """Return what the filter asks for; None when something of it is wrong, and then nothing is listed."""
    if not form.is_valid():
        return None
    given: dict[str, Any] = form.cleaned_data
    wanted = RunsWanted(
        agent_id=form.agent_of("person", "message"),
        requester_id=form.number_of("person", "person"),
        message_id=form.number_of("message", "message"),
        kind=given["kind"] or None,
        after=given["after"],
        before=given["before"],
        replied=YES_OR_NO.get(given["replied"]),
    )
    return None if form.errors else wanted


def _beside(form: RunFilter, row: AuditedRun, names: Names) -> dict[str, str]:
    """Return the addresses of the runs before and after this one within the filter."""
    wanted = runs_wanted(form)
    if wanted is None:
        return {}
    found = {}
    for side, newer in (("newer", True), ("older", False)):
        rows = listing.list_runs(wanted, listing.place_of_run(row, newer=newer), limit=1).rows
        if rows:
            address = names.link(rows[0].agent_id, "run", rows[0].run_id).address
            found[side] = f"{address}?{form.query}" if form.query else address
    return found
