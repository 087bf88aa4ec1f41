"""Explain: rule by rule, whether a message would be kept out of a run now, and what in its lineage decides it."""

from http import HTTPStatus

from audit_ui.forms import ExplainForm
from audit_ui.presenters.explanations import ExplanationDetail, explanation_detail
from audit_ui.presenters.names import Names
from audit_ui.visits import Shown, Visit, page
from conversation_search.audit import explain as explaining
from conversation_search.audit.access_log import Who
from conversation_search.errors import NotFound


@page("explain")
def explain(visit: Visit) -> Shown:
    """Ask for a message and a run, and explain the one in the other."""
    given = visit.request.GET
    form = ExplainForm(given, visit.preferences.zone, visit.agents)
    is_asked = bool(given.get("message") and given.get("run"))
    found = _explain(visit, form) if is_asked else None
    is_wrong = is_asked and found is None
    return Shown(
        "audit_ui/explain.html",
        {"form": form, "is_asked": is_asked, "found": found},
        filters=form.active,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK,
    )


def _explain(visit: Visit, form: ExplainForm) -> ExplanationDetail | None:
    """Return the explanation; None when the form has an error, which it then says."""
    if not form.is_valid():
        return None
    message, run = form.number_of("message", "message"), form.number_of("run", "run")
    agent_id = form.agent_of("message", "run")
    if message is None or run is None or agent_id is None:
        return None
    try:
        answer = explaining.explain(agent_id, run, message, Who("user", visit.reader.username))
    except NotFound:
        form.add_error("message", "This agent has no such message, or no such run.")
        return None
    return explanation_detail(agent_id, (message, run), answer, Names(visit.agents))
