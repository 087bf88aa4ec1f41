"""Requests to erase, as a page shows them."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.urls import reverse

from audit_ui.presenters.names import Names
from audit_ui.presenters.words import KINDS, VISIBILITIES, Word
from conversation_search.erasure.preview import DescendantRow
from conversation_search.erasure.receipts import ReceiptRow
from conversation_search.erasure.requests import RequestRow
from conversation_search.seal.overview import Place, place_of

STATUSES: Final = {
    "gathering": Word("search_budget_exhausted", "Gathering", "What it means is being looked for."),
    "waiting": Word("search_budget_exhausted", "Waiting", "For a second person to read and decide."),
    "refused": Word("refused", "Refused", "A second person refused it; nothing was erased."),
    "withdrawn": Word("no_matches", "Withdrawn", "Whoever asked took it back; nothing was erased."),
    "approved": Word("search_budget_exhausted", "Approved", "The worker erases it with its next run."),
    "running": Word("search_budget_exhausted", "Running", "It is being erased, batch by batch."),
    "erased": Word("search_budget_exhausted", "Erased", "It was erased and is to be verified."),
    "complete": Word("ok", "Complete", "Every store was looked at again and holds nothing of it."),
    "incomplete": Word("failed", "Not complete", "Something is left: a hold protects it, or it came back."),
}
KIND_LABELS: Final = {
    "message": "Message",
    "conversation": "Room",
    "person": "Person",
    "time_range": "Time",
}
STATES: Final = {
    "pending": "not yet",
    "erased": "erased",
    "held": "held back",
    "kept": "kept withheld",
    "released": "released",
    "untouched": "untouched",
}
CHOICES: Final = {"erase": "Erase", "keep": "Keep withheld", "release": "Release"}


@dataclass(frozen=True, slots=True)
class ErasureLine:
    """One request of the list."""

    number: int
    agent: str
    short: str
    address: str
    kind: str
    meant: str
    sent_after: datetime | None
    sent_before: datetime | None
    asked_by: str
    asked_by_id: int
    asked_by_kind: str
    asked_at: datetime
    reason: str
    decided_by: str | None
    decided_at: datetime | None
    erased_at: datetime | None
    verified_at: datetime | None
    status: Word
    code: str
    version: int
    reference: str

    @property
    def is_waiting(self) -> bool:
        """Tell whether nobody has decided."""
        return self.code == "waiting"

    @property
    def was_executed(self) -> bool:
        """Tell whether there is something to verify."""
        return self.code in {"erased", "complete", "incomplete"}


@dataclass(frozen=True, slots=True)
class DescendantLine:
    """A reply or a memory that was built on what is erased."""

    number: int
    kind: str
    short: str
    address: str | None
    audience: str
    choice: str
    choice_label: str
    why: str | None
    state: str
    made_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReceiptPage:
    """A receipt as it was kept, and its parts."""

    issued_at: datetime
    is_complete: bool
    sha256: str
    parts: dict[str, Any]
    sealed: str


def erasure_line(row: RequestRow, names: Names) -> ErasureLine:
    """Return a row of the list."""
    agent, short = names.agent(row.agent_id), names.agents.short_id(row.agent_id, "erasure", row.request_id)
    return ErasureLine(
        number=row.request_id,
        agent=agent,
        short=short,
        address=reverse("audit:erasure", args=[agent, short]),
        kind=KIND_LABELS[row.kind],
        meant=", ".join(_meant(row, names)),
        sent_after=row.sent_after,
        sent_before=row.sent_before,
        asked_by=row.asked_by_name,
        asked_by_id=row.asked_by,
        asked_by_kind=row.asked_by_kind,
        asked_at=row.asked_at,
        reason=row.reason,
        decided_by=row.decided_by_name,
        decided_at=row.decided_at,
        erased_at=row.erased_at,
        verified_at=row.verified_at,
        status=STATUSES[row.status],
        code=row.status,
        version=row.version,
        reference=row.reference,
    )


def _meant(row: RequestRow, names: Names) -> list[str]:
    if row.message_id is not None:
        return [names.full(row.agent_id, "message", row.message_id)]
    if row.conversation_id is not None:
        return [names.full(row.agent_id, "room", row.conversation_id)]
    return [names.full(row.agent_id, "person", one) for one in row.actor_ids or ()]


def descendant_line(row: DescendantRow, agent_id: int, names: Names) -> DescendantLine:
    """Return one of what was built on it; a reply leads to its page."""
    link = names.link(agent_id, "message", row.subject_id) if row.kind == "message" else None
    short = link.short if link else names.agents.short_id(agent_id, "memory", row.subject_id)
    return DescendantLine(
        number=row.item_id,
        kind="Reply" if row.kind == "message" else "Memory",
        short=short,
        address=link.address if link and not row.is_gone else None,
        audience=_audience(row),
        choice=row.choice,
        choice_label=CHOICES[row.choice],
        why=row.why,
        state=STATES[row.state],
        made_at=row.made_at,
    )


def _audience(row: DescendantRow) -> str:
    if row.visibility is None:
        return "nobody"
    kind = KINDS[row.audience_kind].label if row.audience_kind in KINDS else "A tool"
    who = VISIBILITIES[row.visibility].label
    return f"{kind}, {row.reader_count} readers" if row.reader_count is not None else f"{kind}, {who.lower()}"


def receipt_page(row: ReceiptRow) -> ReceiptPage:
    """Return a receipt with its parts."""
    parts = json.loads(row.document)
    place = place_of(parts["seal"]["table"], parts["seal"]["row"])
    return ReceiptPage(row.issued_at, row.is_complete, row.sha256, parts, sealed(place))


def sealed(place: Place | None) -> str:
    """Say where the step that verified an erasure stands in the seal of the audit."""
    if place is None:
        return "not sealed yet"
    return f"number {place.number:,}, sealed by checkpoint {place.checkpoint.number:,}"
