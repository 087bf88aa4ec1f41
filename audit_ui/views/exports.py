"""Exports: what was exported by whom and why, and a new one of exactly the rows that a filter finds."""

from collections.abc import Iterator
from http import HTTPStatus

from django.http import QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST

from audit_ui.forms import ExportForm, SearchFilter
from audit_ui.presenters.accesses import access_line
from audit_ui.views.access_log import accesses_pager, place_number
from audit_ui.views.searches import searches_wanted
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import export as forms_of
from conversation_search.audit import listing, page_access
from conversation_search.audit.archive import Manifest, Request, archive
from conversation_search.audit.listing import SearchesWanted
from conversation_search.audit.page_access import AccessesWanted


@page("exports")
def exports(visit: Visit) -> Shown:
    """List exports, newest first, and offer one of the filter in the address."""
    query = visit.request.GET.copy()
    for name in ("older", "newer"):
        query.pop(name, None)
    initial = {"query": query.urlencode()}
    return _page(visit, ExportForm(initial=initial), query)


@require_POST
@page("export")
def export(visit: Visit) -> Shown | HttpResponseBase:
    """Send the rows that the filter finds, newest first, with a manifest; recorded before and after."""
    form = ExportForm(visit.request.POST)
    query = QueryDict(visit.request.POST.get("query", ""))
    search_filter = SearchFilter(query, visit.preferences.zone, visit.agents)
    wanted = searches_wanted(search_filter)
    if not form.is_valid() or wanted is None:
        return _page(visit, form, query)
    request = Request(
        who=visit.reader.username,
        reason=form.cleaned_data["reason"],
        filters=search_filter.active | {"zone": str(search_filter.zone)},
        columns=forms_of.COLUMNS,
        requested_at=visit.now,
    )
    visit.record(action="exported", filters=request.filters, reason=request.reason)
    kind = form.cleaned_data["format"]
    name = f"searches-{visit.now:%Y%m%d-%H%M%S}"
    response = StreamingHttpResponse(
        _recorded(visit, request, wanted, f"{name}.{kind}"), content_type="application/zip"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    response["Cache-Control"] = "no-store, private"
    return response


def _recorded(visit: Visit, request: Request, wanted: SearchesWanted, file_name: str) -> Iterator[bytes]:
    """Give the file, and record how it ended, whole or broken off."""
    manifest = Manifest(request, file_name)
    rows = listing.every_search(wanted, visit.now)
    is_csv = file_name.endswith(".csv")
    lines = forms_of.csv_lines(rows, visit.agents) if is_csv else forms_of.json_lines(rows, visit.agents)
    complete = False
    try:
        yield from archive(forms_of.csv_header() if is_csv else b"", lines, file_name, manifest)
        complete = True
    finally:
        details = manifest.as_dict() | {"complete": complete}
        visit.record(action="export_ended", filters=request.filters, reason=request.reason, details=details)


def _page(visit: Visit, form: ExportForm, query: QueryDict) -> Shown:
    search_filter = SearchFilter(query, visit.preferences.zone, visit.agents)
    search_filter.is_valid()
    found = page_access.list_accesses(
        AccessesWanted(exports_only=True), place_number(visit), newer="newer" in visit.request.GET
    )
    return Shown(
        "audit_ui/exports.html",
        {
            "form": form,
            "search_filter": search_filter,
            "lines": [access_line(row) for row in found.rows],
            "pager": accesses_pager(visit, "", found),
        },
        filters=search_filter.active,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if form.errors or search_filter.errors else HTTPStatus.OK,
    )
