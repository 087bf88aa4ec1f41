"""Filters, and what else a reader types; all of it is checked, nothing is ignored."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict

from audit_ui.preferences import zone_named, zone_names
from audit_ui.presenters import words
from audit_ui.presenters.words import Word
from conversation_search import limits
from conversation_search.audit.agents import Agents, AuditedAgent
from conversation_search.errors import NotFound
from conversation_search.public_ids import Kind

PLACES: Final = ("older", "newer")
"""Parameters that name a place in a list and not a filter."""


def choices(known: Iterable[Word]) -> list[tuple[str, str]]:
    """Return what a menu offers: anything, or one of these."""
    return [("", "Any"), *((word.code, word.label) for word in known)]


class MomentField(forms.Field):
    """A date and a time, in the zone that is set once the form is made."""

    zone = ZoneInfo("UTC")
    widget = forms.DateTimeInput({"type": "datetime-local", "step": "any"})

    def to_python(self, value: str | None) -> datetime | None:
        """Return the moment; None for nothing."""
        if not value:
            return None
        try:
            local = datetime.fromisoformat(value)
        except ValueError:
            raise forms.ValidationError("Write a date and a time, like 2026-12-01T09:30.") from None
        return local.replace(tzinfo=self.zone) if local.tzinfo is None else local


class Filter(forms.Form):
    """What a list is filtered by. Times are read in the zone that the address names, else in the reader's."""

    def __init__(self, query: QueryDict, zone: ZoneInfo, agents: Agents) -> None:
        """Take the query string, the reader's zone, and the agents there are."""
        super().__init__(query)
        self.agents = agents
        self.zone = zone_named(query.get("zone", "")) or zone
        for name, field in self.fields.items():
            if isinstance(field, MomentField):
                field.zone = self.zone
            elif name == "agent" and isinstance(field, forms.ChoiceField):
                field.choices = [("", "Any"), *((slug, slug) for slug in agents.slugs)]

    def clean(self) -> dict[str, Any]:
        """Refuse what means nothing here, and a span that holds no time."""
        cleaned = super().clean() or {}
        known = {*self.fields, *PLACES, "zone", "page"}
        for name in self.data:
            if name not in known:
                raise forms.ValidationError(f"There is no filter named “{name[:40]}” on this page.")
        if "zone" in self.data and self.data["zone"] not in zone_names():
            raise forms.ValidationError("There is no such time zone.")
        after, before = cleaned.get("after"), cleaned.get("before")
        if after and before and after >= before:
            self.add_error("before", "Choose a later time than “From”.")
        return cleaned

    def chosen_agent(self) -> AuditedAgent | None:
        """Return the agent that was chosen, or the only one there is."""
        slug = self.data.get("agent", "") or (self.agents.slugs[0] if len(self.agents.slugs) == 1 else "")
        return self.agents.by_slug.get(slug)

    def number_of(self, field: str, kind: Kind) -> int | None:
        """Return the row number of an id that was typed, in full or short; adds an error when there is none such."""
        typed = str(self.cleaned_data.get(field) or "").strip()
        if not typed:
            return None
        slug, _, short = typed.rpartition(".")
        agent = self.agents.by_slug.get(slug) if slug else self.chosen_agent()
        chosen = self.chosen_agent()
        if agent is None or (chosen is not None and agent != chosen):
            self.add_error(field, "Choose the agent that it belongs to: ids are an agent's own.")
            return None
        try:
            return agent.ids.decode(kind, short)
        except NotFound:
            self.add_error(field, "This is not an id. Ids have eight letters and digits.")
            return None

    def agent_of(self, *fields: str) -> int | None:
        """Return the row number of the agent that was chosen, or that the first full id names."""
        agent = self.agents.by_slug.get(self.data.get("agent", ""))
        for field in fields:
            slug = str(self.cleaned_data.get(field) or "").strip().rpartition(".")[0]
            agent = agent or self.agents.by_slug.get(slug)
        if agent is None and any(self.cleaned_data.get(field) for field in fields):
            agent = self.chosen_agent()
        return None if agent is None else agent.agent_id

    @property
    def active(self) -> dict[str, str]:
        """What is filtered by, as it was given."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}

    @property
    def query(self) -> str:
        """The query string of this filter, without a place in the list; it names the zone of its times."""
        query = QueryDict(mutable=True)
        query.update(self.active)
        if self.active.keys() & {"after", "before"}:
            query["zone"] = str(self.zone)
        return query.urlencode()


class SearchFilter(Filter):
    """What searches may be filtered by."""

    after = MomentField(label="From", required=False, help_text="inclusive")
    before = MomentField(label="Before", required=False, help_text="exclusive")
    agent = forms.ChoiceField(label="Agent", required=False)
    status = forms.ChoiceField(label="Status", required=False, choices=choices(words.STATUSES.values()))
    rule = forms.ChoiceField(label="Removed by", required=False, choices=choices(words.RULES.values()))
    kind = forms.ChoiceField(label="Asked in", required=False, choices=choices(words.KINDS.values()))
    degraded = forms.ChoiceField(
        label="Degraded", required=False, choices=[("", "Any"), ("yes", "Yes"), ("no", "No")]
    )
    person = forms.CharField(label="Requester", required=False, max_length=120)
    run = forms.CharField(label="Run", required=False, max_length=120)
    message = forms.CharField(label="Shown message", required=False, max_length=120)


class RunFilter(Filter):
    """What runs may be filtered by."""

    after = MomentField(label="From", required=False, help_text="inclusive")
    before = MomentField(label="Before", required=False, help_text="exclusive")
    agent = forms.ChoiceField(label="Agent", required=False)
    kind = forms.ChoiceField(label="Asked in", required=False, choices=choices(words.KINDS.values()))
    replied = forms.ChoiceField(
        label="Replied", required=False, choices=[("", "Any"), ("yes", "Yes"), ("no", "No")]
    )
    person = forms.CharField(label="Requester", required=False, max_length=120)
    message = forms.CharField(label="Shown message", required=False, max_length=120)


class Reason(forms.Form):
    """Why something is exported or asked for."""

    reason = forms.CharField(
        label="Reason",
        min_length=limits.REASON_CHARACTERS_MIN,
        max_length=limits.REASON_CHARACTERS,
        widget=forms.Textarea({"rows": 2}),
        help_text="A ticket number, or a sentence. It is kept in the access log.",
    )


class ExportForm(Reason):
    """What is exported, as what, and why."""

    format = forms.ChoiceField(
        label="As",
        choices=[("jsonl", "JSON lines, for programs"), ("csv", "CSV, for spreadsheets")],
    )
    query = forms.CharField(required=False, widget=forms.HiddenInput)


class RevealForm(Reason):
    """Whose name is wanted, and why."""

    kind = forms.ChoiceField(label="Of", choices=[("person", "A person"), ("room", "A room")])
    subject = forms.CharField(label="Pseudonym", max_length=120, help_text="agent.id, or the id alone")


class DecisionForm(forms.Form):
    """Whether a name is shown, and for how long."""

    hours = forms.IntegerField(
        label="Hours", min_value=1, max_value=limits.REVEAL_HOURS_MAX, initial=24, required=False
    )
    decision = forms.ChoiceField(choices=[("grant", "Grant"), ("refuse", "Refuse")])


class ExplainForm(Filter):
    """Which message is explained, in which run."""

    agent = forms.ChoiceField(label="Agent", required=False)
    message = forms.CharField(label="Message id", max_length=120)
    run = forms.CharField(label="Run id", max_length=120)


class AccessFilter(Filter):
    """What the access log may be filtered by."""

    after = MomentField(label="From", required=False, help_text="inclusive")
    before = MomentField(label="Before", required=False, help_text="exclusive")
    reader = forms.CharField(label="Reader", required=False, max_length=150)
    looked_at = forms.ChoiceField(label="Page", required=False, choices=[("", "Any"), *words.PAGES.items()])
    action = forms.ChoiceField(label="Did", required=False, choices=choices(words.ACTIONS.values()))
    outcome = forms.ChoiceField(label="Outcome", required=False, choices=choices(words.OUTCOMES.values()))
    about = forms.CharField(label="About", required=False, max_length=200)


class ViewForm(forms.Form):
    """A filter that is given a name."""

    page = forms.ChoiceField(choices=[("searches", "searches"), ("runs", "runs")])
    query = forms.CharField(required=False, max_length=2000)
    name = forms.CharField(max_length=limits.SAVED_VIEW_NAME_CHARACTERS)
