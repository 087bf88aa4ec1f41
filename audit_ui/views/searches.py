"""Searches: the list, and one of them with the way from matched to shown."""

from typing import Any

from audit_ui.forms import SearchFilter
from audit_ui.presenters.names import Names
from audit_ui.presenters.searches import search_detail, search_line
from audit_ui.views.places import pager, place
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import listing, saved_views
from conversation_search.audit.listing import Listing, SearchesWanted

YES_OR_NO = {"yes": True, "no": False}


@page("searches")
def searches(visit: Visit) -> Shown:
    """List the audit rows that match the filter, newest first."""
    form = SearchFilter(visit.request.GET, visit.preferences.zone, visit.agents)
    names = Names(visit.agents)
    wanted = searches_wanted(form)
    found = (
        Listing([], has_newer=False, has_older=False)
        if wanted is None
        else listing.list_searches(wanted, place(visit, "search"))
    )
    lines = [search_line(row, names) for row in found.rows]
    return Shown(
        "audit_ui/searches.html",
        {
            "form": form,
            "lines": lines,
            "names": names,
            "pager": pager(visit.request.path, form.query, [line.link.full for line in lines], found),
            "saved": saved_views.saved(visit.reader.user_id, "searches"),
            "may_export": visit.reader.may_open("exports"),
        },
        filters=form.active,
        fragment="audit_ui/_searches.html",
    )


@page("search")
def search(visit: Visit, agent: str, short: str) -> Shown:
    """Show one audit row."""
    owner = visit.agents.named(agent)
    row = listing.one_search(owner.agent_id, owner.ids.decode("search", short))
    names = Names(visit.agents)
    form = SearchFilter(visit.request.GET, visit.preferences.zone, visit.agents)
    return Shown(
        "audit_ui/search.html",
        {
            "search": search_detail(row, names),
            "names": names,
            "beside": _beside(form, row, names),
            "query": form.query,
        },
        subject=f"{agent}.{short}",
        filters=form.active,
    )


def searches_wanted(form: SearchFilter) -> SearchesWanted | None:
    """Return what the filter asks for; None when something of it is wrong, and then nothing is listed."""
    if not form.is_valid():
        return None
    given: dict[str, Any] = form.cleaned_data
    wanted = SearchesWanted(
        agent_id=form.agent_of("person", "run", "message"),
        run_id=form.number_of("run", "run"),
        requester_id=form.number_of("person", "person"),
        message_id=form.number_of("message", "message"),
        status=given["status"] or None,
        kind=given["kind"] or None,
        after=given["after"],
        before=given["before"],
        rule=given["rule"] or None,
        degraded=YES_OR_NO.get(given["degraded"]),
    )
    return None if form.errors else wanted


def _beside(form: SearchFilter, row: listing.AuditedSearch, names: Names) -> dict[str, str]:
    """Return the addresses of the searches before and after this one within the filter."""
    wanted = searches_wanted(form)
    if wanted is None:
        return {}
    found = {}
    for side, newer in (("newer", True), ("older", False)):
        rows = listing.list_searches(wanted, listing.place_of_search(row, newer=newer), limit=1).rows
        if rows:
            address = names.link(rows[0].agent_id, "search", rows[0].search_id).address
            found[side] = f"{address}?{form.query}" if form.query else address
    return found
