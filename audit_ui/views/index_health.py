"""Index health: how well each agent's search index agrees with its newest messages."""

from urllib.parse import urlencode

from django.urls import reverse

from audit_ui.visits import Shown, Visit, page
from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.indexing.health import page_of_health


@page("index_health")
def index_health(visit: Visit) -> Shown:
    """List agents with what is missing, stale or left over in their index."""
    after = visit.request.GET.get("after", "")
    if not after.isprintable():
        raise NotFound
    rows, has_more = page_of_health(after)
    here = reverse("audit:index_health")
    return Shown(
        "audit_ui/index_health.html",
        {
            "rows": rows,
            "sample": limits.INDEX_HEALTH_MESSAGES,
            "is_sound": not any(row.missing or row.stale or row.orphan for row in rows),
            "next": f"{here}?{urlencode({'after': rows[-1].slug})}" if has_more else None,
            "first": here if after else None,
        },
    )
