"""What a reader types to ask for an erasure, to choose, and to decide."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict

from audit_ui.forms import MomentField, Reason
from conversation_search import limits
from conversation_search.audit.agents import Agents, AuditedAgent
from conversation_search.erasure.requests import NewRequest
from conversation_search.errors import NotFound
from conversation_search.public_ids import Kind

SUBJECTS: dict[str, Kind] = {"message": "message", "conversation": "room", "person": "person"}


class AskErasure(Reason):
    """What is to be erased, and why."""

    agent_slug = forms.ChoiceField(label="Agent")
    kind = forms.ChoiceField(
        label="Erase",
        choices=[
            ("message", "One message"),
            ("conversation", "A room"),
            ("person", "What a person said"),
            ("time_range", "A time"),
        ],
    )
    subject = forms.CharField(
        label="Id", required=False, max_length=120, help_text="of the message, the room or the person"
    )
    after = MomentField(label="Sent from", required=False, help_text="inclusive")
    before = MomentField(label="Sent before", required=False, help_text="exclusive")

    field_order = ("agent_slug", "kind", "subject", "after", "before", "reason")

    def __init__(
        self, data: QueryDict | None, zone: ZoneInfo, agents: Agents, initial: dict[str, str] | None = None
    ) -> None:
        """Take what was typed, the zone of its times, and the agents there are."""
        given = initial or {}
        super().__init__(data, initial={**given, "agent_slug": given.get("agent", "")})
        self.agents = agents
        self.subject_id: int | None = None
        for field in self.fields.values():
            if isinstance(field, MomentField):
                field.zone = zone
            elif isinstance(field, forms.ChoiceField) and field.label == "Agent":
                field.choices = [(slug, slug) for slug in agents.slugs]

    def clean(self) -> dict[str, Any]:
        """Find what the id names; refuse an id where a time alone is meant, and none where one is needed."""
        cleaned = super().clean() or {}
        kind, typed = cleaned.get("kind"), str(cleaned.get("subject") or "").strip()
        if kind in SUBJECTS and "agent_slug" in cleaned:
            self._find(SUBJECTS[kind], typed)
        elif typed:
            self.add_error("subject", "Leave this empty where a time is meant.")
        if kind == "time_range" and not (cleaned.get("after") or cleaned.get("before")):
            self.add_error("after", "Give at least one end of the time.")
        return cleaned

    def _find(self, kind: Kind, typed: str) -> None:
        slug, _, short = typed.rpartition(".")
        try:
            self.subject_id = (self.agents.named(slug) if slug else self.agent).ids.decode(kind, short)
        except NotFound:
            self.add_error("subject", "This is not an id of this agent. Ids have eight letters and digits.")
        if slug not in {"", self.agent.slug}:
            self.add_error("subject", "Choose the agent that it belongs to: ids are an agent's own.")

    @property
    def agent(self) -> AuditedAgent:
        """The agent that was chosen."""
        return self.agents.named(self.cleaned_data["agent_slug"])

    def wanted(self) -> NewRequest:
        """Return what was asked for, by row numbers."""
        cleaned = self.cleaned_data
        kind = cleaned["kind"]
        return NewRequest(
            self.agent.agent_id,
            kind,
            cleaned["reason"],
            message_id=self.subject_id if kind == "message" else None,
            conversation_id=self.subject_id if kind == "conversation" else None,
            actor_id=self.subject_id if kind == "person" else None,
            sent_after=cleaned["after"],
            sent_before=cleaned["before"],
        )


class ChooseForm(forms.Form):
    """What becomes of what was built on it, and why it may be released."""

    choice = forms.ChoiceField(
        label="Then",
        choices=[("keep", "Keep withheld"), ("erase", "Erase"), ("release", "Release to its old audience")],
    )
    why = forms.CharField(
        label="Why it may be released",
        required=False,
        min_length=limits.REASON_CHARACTERS_MIN,
        max_length=limits.REASON_CHARACTERS,
        help_text="of a release; the second person reads it",
    )

    def clean(self) -> dict[str, Any]:
        """Want a reason of a release, and of nothing else."""
        cleaned = super().clean() or {}
        if (cleaned.get("choice") == "release") != bool(cleaned.get("why")):
            self.add_error("why", "Say why, for a release and for nothing else.")
        return cleaned


class DecideForm(forms.Form):
    """The decision of a second person on the version that they read."""

    decision = forms.ChoiceField(choices=[("approve", "Approve"), ("refuse", "Refuse")])
    version = forms.IntegerField(widget=forms.HiddenInput)
    has_read = forms.BooleanField(required=False)
