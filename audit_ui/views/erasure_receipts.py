"""Receipts of erasures: to be read, to be kept as canonical JSON, and looked into again."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_POST

from audit_ui.presenters.erasures import erasure_line, receipt_page
from audit_ui.presenters.names import Names
from audit_ui.views.erasures import find
from audit_ui.visits import Shown, Visit, page
from conversation_search.erasure import receipts
from conversation_search.errors import Conflict


@page("erasure_receipt")
def erasure_receipt(visit: Visit, agent: str, short: str) -> Shown:
    """Show the newest receipt, and when the ones before it were written."""
    _, row = find(visit, agent, short)
    newest = receipts.newest(row.request_id)
    return Shown(
        "audit_ui/erasure_receipt.html",
        {
            "line": erasure_line(row, Names(visit.agents)),
            "receipt": receipt_page(newest),
            "earlier": receipts.receipts(row.request_id)[1:],
            "may_verify": visit.reader.may_open("verify_erasure"),
        },
        subject=f"{agent}.{short}",
    )


@page("erasure_receipt_json")
def erasure_receipt_json(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Give the newest receipt byte for byte."""
    _, row = find(visit, agent, short)
    newest = receipts.newest(row.request_id)
    visit.record(subject=f"{agent}.{short}")
    response = HttpResponse(newest.document, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="receipt-{row.reference}.json"'
    response["Cache-Control"] = "no-store, private"
    return response


@require_POST
@page("verify_erasure")
def verify_erasure(visit: Visit, agent: str, short: str) -> HttpResponseBase:
    """Look into every store again and keep another receipt."""
    _, row = find(visit, agent, short)
    visit.record(action="asked", subject=f"{agent}.{short}", details={"verified": True})
    try:
        receipts.verify(row, receipts.here())
    except Conflict as refused:
        messages.error(visit.request, refused.detail)
        return HttpResponseRedirect(reverse("audit:erasure", args=[agent, short]))
    return HttpResponseRedirect(reverse("audit:erasure_receipt", args=[agent, short]))
