"""Places in a list: parameters that name a row, and the way to read from it."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from audit_ui.visits import Visit
from conversation_search.audit import listing
from conversation_search.audit.listing import Listing, Place
from conversation_search.errors import NotFound
from conversation_search.public_ids import Kind


@dataclass(frozen=True, slots=True)
class Pager:
    """Where the next and the previous page are; None at an end."""

    newer: str | None
    older: str | None
    newest: str | None


def pager(path: str, query: str, references: list[str], found: Listing[Any]) -> Pager:
    """Return the addresses of the pages beside this one, whose rows are `agent.id` in this order."""
    whole = f"{path}?{query}" if query else path
    lead = f"{whole}&" if query else f"{path}?"
    return Pager(
        newer=f"{lead}newer={references[0]}" if found.has_newer and references else None,
        older=f"{lead}older={references[-1]}" if found.has_older and references else None,
        newest=whole if found.has_newer else None,
    )


def place(visit: Visit, kind: Kind) -> Place:
    """Return the place that the address names; the newest when it names none; NotFound when there is none such."""
    query: QueryDict = visit.request.GET
    newer = "newer" in query
    reference = query.get("newer") or query.get("older")
    if not reference:
        return Place()
    slug, _, short = reference.rpartition(".")
    agent = visit.agents.named(slug)
    number = agent.ids.decode(kind, short)
    if kind == "search":
        return listing.place_of_search(listing.one_search(agent.agent_id, number), newer=newer)
    if kind == "run":
        return listing.place_of_run(listing.one_run(agent.agent_id, number), newer=newer)
    raise NotFound
