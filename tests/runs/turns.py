"""Steps of a turn, as the tests in this folder take them; rooms and messages change as their platforms say."""

from datetime import UTC, datetime, timedelta

from conversation_search.managers import ledger
from conversation_search.models import Conversation, LedgerEntry, MessageEvent, MessageSourceEvidence, Run
from conversation_search.retrieval.history import load_window
from conversation_search.runs import delivery
from conversation_search.runs.delivery import StoredReply
from conversation_search.runs.provenance import Judgement
from tests.database import execute

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
DELETE = "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint"
EDIT = "UPDATE message_events SET body = %(body)s::text, edited_at = now() WHERE id = %(id)s::bigint"
LIST = """
UPDATE conversations SET members = %(members)s::text[], members_as_of = now() WHERE id = %(id)s::bigint
"""
CHANGE_KIND = "UPDATE conversations SET kind = %(kind)s::text, members = NULL WHERE id = %(id)s::bigint"


def delete(message: MessageEvent) -> None:
    """Delete a message."""
    execute(DELETE, id=message.pk)


def edit(message: MessageEvent, body: str) -> None:
    """Give a message a newer text."""
    execute(EDIT, id=message.pk, body=body)


def lists(room: Conversation, *members: str) -> None:
    """List the members of a room anew, as of now."""
    execute(LIST, members=list(members), id=room.pk)


def shows(run: Run, *messages: MessageEvent) -> Run:
    """Put messages on the ledger of a run, as its window."""
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            runtime_agent_id=run.runtime_agent_id,
            run=run,
            message_event=message,
            source="window",
            position=position,
            revision=message.revision,
        )
        for position, message in enumerate(messages)
    )
    return run


def shows_window(run: Run, wanted: int = 30) -> Run:
    """Load the run's own window and put it on the ledger."""
    ledger.add_window(run.runtime_agent_id, run.pk, load_window(run.runtime_agent_id, run.pk, wanted))
    return run


def window_texts(run: Run, wanted: int = 30) -> list[str]:
    """Return the texts of a run's window, oldest first."""
    return [message.body for message in load_window(run.runtime_agent_id, run.pk, wanted)]


def answer(run: Run, text: str = "on friday", now: datetime = NOW) -> StoredReply:
    """Reply in a run."""
    return delivery.reply(run.runtime_agent_id, run.pk, text, now)


def judge(run: Run, now: datetime = NOW) -> Judgement:
    """Recheck a run."""
    return delivery.recheck(run.runtime_agent_id, run.pk, now)


def denials(judgement: Judgement) -> dict[int, str]:
    """Return the rule that denied each message."""
    return {one.message_id: one.rule for one in judgement.denied}


def evidence_of(message_id: int) -> MessageSourceEvidence | None:
    """Return the stored evidence of a message."""
    return MessageSourceEvidence.objects.filter(pk=message_id).first()


def is_searchable(message_id: int) -> bool:
    """Tell whether a message has evidence with a known class, and is not withheld."""
    evidence = evidence_of(message_id)
    return evidence is not None and evidence.withheld_at is None and evidence.disclosure_class_id is not None


def later(minutes: int) -> datetime:
    """Return a moment after NOW."""
    return NOW + timedelta(minutes=minutes)
