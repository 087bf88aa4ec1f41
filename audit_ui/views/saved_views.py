"""Saved views: a filter with a name, a reader's own."""

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.forms import ViewForm
from audit_ui.visits import Visit, page
from conversation_search.audit import saved_views
from conversation_search.errors import InvalidArgument


@require_POST
@page("save_view")
def save_view(visit: Visit) -> HttpResponseBase:
    """Save the filter of a list and go back to it."""
    form = ViewForm(visit.request.POST)
    of_page = visit.request.POST.get("page", "")
    query = visit.request.POST.get("query", "")
    if form.is_valid():
        visit.record(filters={"page": of_page, "name": form.cleaned_data["name"]})
        try:
            saved_views.save(visit.reader.user_id, of_page, form.cleaned_data["name"], query)
        except InvalidArgument as error:
            messages.error(visit.request, error.detail)
    else:
        messages.error(visit.request, "A saved view needs a name of at most 60 characters.")
    return HttpResponseRedirect(_list(of_page, query))


@require_POST
@page("forget_view")
def forget_view(visit: Visit, number: int) -> HttpResponseBase:
    """Forget a saved view and go back to its list."""
    visit.record(filters={"view": str(number)})
    saved_views.forget(visit.reader.user_id, number)
    return HttpResponseRedirect(_list(visit.request.POST.get("page", ""), ""))


def _list(of_page: str, query: str) -> str:
    address = reverse("audit:runs" if of_page == "runs" else "audit:searches")
    return f"{address}?{query}" if query else address
