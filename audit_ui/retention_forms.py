"""What is typed to place a hold, and to change a retention policy."""

from typing import Any

from django import forms

from audit_ui.forms import Filter, MomentField, Reason
from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.retention import policies
from conversation_search.retention.holds import HoldScope
from conversation_search.retention.policies import Change


class HoldForm(Filter, Reason):
    """What a hold names, and why it is placed. What is left empty narrows nothing."""

    agent = forms.ChoiceField(label="Agent", required=False)
    person = forms.CharField(label="Person", required=False, max_length=120, help_text="a pseudonym")
    room = forms.CharField(label="Room", required=False, max_length=120, help_text="a pseudonym")
    after = MomentField(label="Sent from", required=False, help_text="inclusive")
    before = MomentField(label="Sent before", required=False, help_text="exclusive")
    field_order = ("agent", "person", "room", "after", "before", "reason")

    def scope(self) -> tuple[int, HoldScope] | None:
        """Return the agent and what is held of it; None when something is wrong, which is said beside the field."""
        if not self.is_valid():
            return None
        agent_id = self.agent_of("person", "room")
        chosen = self.chosen_agent()
        if agent_id is None and chosen is not None:
            agent_id = chosen.agent_id
        if agent_id is None:
            self.add_error("agent", "Choose the agent whose messages are held.")
        actor_id, room_id = self.number_of("person", "person"), self.number_of("room", "room")
        if agent_id is None or self.errors:
            return None
        given = self.cleaned_data
        return agent_id, HoldScope(actor_id, room_id, given["after"], given["before"])


class PolicyForm(Filter):
    """A policy as it shall be."""

    kind = forms.ChoiceField(
        label="Of",
        choices=[
            ("lifetime", "How long messages are shown"),
            ("legal_minimum", "How long text is kept by law"),
        ],
    )
    agent = forms.ChoiceField(label="Agent", required=False, help_text="any: all of them")
    connector = forms.CharField(label="Connector", required=False, max_length=200, help_text="type:name")
    room = forms.CharField(label="Room", required=False, max_length=120, help_text="a pseudonym")
    then = forms.ChoiceField(
        label="Then",
        choices=[
            ("days", "A number of days"),
            ("for_good", "For good"),
            ("remove", "No policy of its own"),
        ],
    )
    days = forms.IntegerField(
        label="Days",
        required=False,
        min_value=1,
        max_value=limits.RETENTION_DAYS_MAX,
        help_text="of 24 hours",
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a scope of two kinds, days that are missing, and a legal minimum for good."""
        cleaned = super().clean()
        if cleaned.get("connector") and cleaned.get("room"):
            self.add_error("room", "Choose a connector or a room, not both.")
        if cleaned.get("then") == "days" and not cleaned.get("days") and "days" not in self.errors:
            self.add_error("days", "Write how many days.")
        if cleaned.get("then") != "days" and cleaned.get("days"):
            self.add_error("days", "Leave this empty, or choose a number of days.")
        if cleaned.get("then") == "for_good" and cleaned.get("kind") == "legal_minimum":
            self.add_error("then", "A legal minimum is a number of days; what is kept for good is held.")
        return cleaned

    def change(self) -> Change | None:
        """Return the change that was typed; None when something is wrong, which is said beside the field."""
        if not self.is_valid():
            return None
        given = self.cleaned_data
        room_id = self.number_of("room", "room")
        agent_id = (
            self.agent_of("room", "connector") if room_id or given["connector"] else self._agent_alone()
        )
        connector_id = self._connector(agent_id)
        if self.errors:
            return None
        return Change(
            given["kind"], agent_id, connector_id, room_id, given["days"], given["then"] == "remove"
        )

    def _agent_alone(self) -> int | None:
        agent = self.agents.by_slug.get(self.data.get("agent", ""))
        return None if agent is None else agent.agent_id

    def _connector(self, agent_id: int | None) -> int | None:
        typed = str(self.cleaned_data["connector"] or "").strip()
        if not typed:
            return None
        kind, _, name = typed.partition(":")
        if agent_id is None:
            self.add_error("connector", "Choose the agent that it belongs to.")
            return None
        try:
            return policies.named(agent_id, (kind, name), None, None).connector_id
        except NotFound:
            self.add_error("connector", "This agent has no such connector. Write it as type:name.")
            return None


class ReleaseForm(Reason):
    """Why a release is asked for."""


class AnswerForm(Reason):
    """Whether what was asked for is done, and why."""

    decision = forms.ChoiceField(choices=[("grant", "Grant"), ("refuse", "Refuse")])


class AskChangeForm(Reason):
    """Which change of a policy is asked for, as its preview was addressed, and why."""

    query = forms.CharField(widget=forms.HiddenInput)
