"""The access log: who looked at what. Reading it is recorded in it."""

from audit_ui.forms import AccessFilter
from audit_ui.presenters.accesses import access_line
from audit_ui.views.places import Pager, pager
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import page_access
from conversation_search.audit.listing import Listing
from conversation_search.audit.page_access import Accesses, AccessesWanted, AccessRow
from conversation_search.errors import NotFound

LARGEST_NUMBER = 2**63 - 1


@page("access_log")
def access_log(visit: Visit) -> Shown:
    """List accesses that match the filter, newest first."""
    form = AccessFilter(visit.request.GET, visit.preferences.zone, visit.agents)
    wanted = accesses_wanted(form)
    found = Accesses([], has_newer=False, has_older=False) if wanted is None else _accesses(visit, wanted)
    return Shown(
        "audit_ui/access_log.html",
        {
            "form": form,
            "lines": [access_line(row) for row in found.rows],
            "pager": accesses_pager(visit, form.query, found),
        },
        filters=form.active,
        fragment="audit_ui/_accesses.html",
    )


def accesses_wanted(form: AccessFilter) -> AccessesWanted | None:
    """Return what the filter asks for; None when something of it is wrong, and then nothing is listed."""
    if not form.is_valid():
        return None
    given = form.cleaned_data
    return AccessesWanted(
        username=given["reader"] or None,
        page=given["looked_at"] or None,
        action=given["action"] or None,
        outcome=given["outcome"] or None,
        subject=given["about"] or None,
        after=given["after"],
        before=given["before"],
    )


def _accesses(visit: Visit, wanted: AccessesWanted) -> Accesses:
    newer = "newer" in visit.request.GET
    return page_access.list_accesses(wanted, place_number(visit), newer=newer)


def place_number(visit: Visit) -> int | None:
    """Return the number of the row that the address names; NotFound when it is none."""
    query = visit.request.GET
    typed = query.get("newer") or query.get("older")
    if not typed:
        return None
    if not typed.isascii() or not typed.isdigit() or int(typed) > LARGEST_NUMBER:
        raise NotFound
    return int(typed)


def accesses_pager(visit: Visit, query: str, found: Accesses) -> Pager:
    """Return the addresses of the pages beside this one."""
    rows: Listing[AccessRow] = Listing(found.rows, found.has_newer, found.has_older)
    return pager(visit.request.path, query, [str(row.access_id) for row in found.rows], rows)
