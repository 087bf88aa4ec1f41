"""A message by its id: evidence, audience, lineage in both directions, and where it was shown."""

from typing import Any

from django import forms
from django.http import HttpResponseRedirect
from django.http.response import HttpResponseBase

from audit_ui.forms import Filter
from audit_ui.presenters.messages import message_detail, tree
from audit_ui.presenters.names import Names
from audit_ui.presenters.runs import run_line
from audit_ui.presenters.searches import search_line
from audit_ui.visits import Shown, Visit, page
from conversation_search import limits
from conversation_search.audit import listing
from conversation_search.audit.listing import Place, RunsWanted, SearchesWanted
from conversation_search.audit.message import trace_message


class MessageForm(Filter):
    """Which message is wanted."""

    agent = forms.ChoiceField(label="Agent", required=False)
    message = forms.CharField(label="Message id", max_length=120)


@page("messages")
def messages(visit: Visit) -> Shown | HttpResponseBase:
    """Ask for an id and open its page."""
    form = MessageForm(visit.request.GET, visit.preferences.zone, visit.agents)
    if form.data and form.is_valid():
        number = form.number_of("message", "message")
        agent_id = form.agent_of("message")
        if number is not None and agent_id is not None:
            visit.record(filters=form.active)
            return HttpResponseRedirect(Names(visit.agents).link(agent_id, "message", number).address)
    return Shown("audit_ui/messages.html", {"form": form, "is_asked": bool(form.data)}, filters=form.active)


@page("message")
def message(visit: Visit, agent: str, short: str) -> Shown:
    """Show what is known of one message."""
    owner = visit.agents.named(agent)
    traced = trace_message(owner.agent_id, owner.ids.decode("message", short))
    names = Names(visit.agents)
    number = traced.facts.message_id
    context: dict[str, Any] = {
        "message": message_detail(owner.agent_id, traced.facts, names),
        "names": names,
        "above": tree(owner.agent_id, number, traced.above, names),
        "above_is_cut": traced.above_is_cut,
        "below": tree(owner.agent_id, number, traced.below, names),
        "below_is_cut": traced.below_is_cut,
    }
    if visit.reader.may_open("searches"):
        context |= _shown(visit, owner.agent_id, number, names)
    return Shown("audit_ui/message.html", context, subject=f"{agent}.{short}")


def _shown(visit: Visit, agent_id: int, number: int, names: Names) -> dict[str, Any]:
    """Return the latest runs and searches that showed it."""
    runs = listing.list_runs(RunsWanted(agent_id, message_id=number), Place(), limits.LATEST_ROWS)
    searches = listing.list_searches(SearchesWanted(agent_id, message_id=number), Place(), limits.LATEST_ROWS)
    return {
        "runs": [run_line(row, names, visit.now) for row in runs.rows],
        "more_runs": runs.has_older,
        "searches": [search_line(row, names) for row in searches.rows],
        "more_searches": searches.has_older,
        "reference": names.full(agent_id, "message", number),
    }
