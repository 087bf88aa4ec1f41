"""Asks the database about single messages, and does to them what their platform does."""

from datetime import timedelta

from conversation_search.models import Audience, MessageEvent, Run
from tests.contract.worlds import allowed_audiences
from tests.database import execute, row, value
from tests.factories.messages import FIRST_SENT

EFFECTIVE_CLASS = """
SELECT CASE WHEN evidence.withheld_at IS NULL THEN class.audience_ids END, evidence.withheld_at IS NOT NULL
FROM message_source_evidence AS evidence
LEFT JOIN disclosure_classes AS class ON class.id = evidence.class_id
WHERE evidence.message_event_id = %(id)s::bigint
"""
ALLOWED = "SELECT mesh_messages_allowed(%(agent_id)s::bigint, %(ids)s::bigint[], %(allowed)s::bigint[])"
DELETE = "UPDATE message_events SET deleted_at = statement_timestamp(), body = '' WHERE id = %(id)s::bigint"
EDIT = "UPDATE message_events SET body = %(body)s::text, edited_at = %(at)s::timestamptz WHERE id = %(id)s::bigint"
LIST = (
    "UPDATE conversations SET members = %(members)s::text[], members_as_of = now() WHERE id = %(id)s::bigint"
)
MARK_AGENT = "UPDATE actors SET is_agent = true WHERE id = %(id)s::bigint"


def may_show(run: Run, *messages: MessageEvent) -> bool:
    """Tell whether the authority lets a run show these messages now, all together."""
    return vouched(
        run.runtime_agent_id, [message.pk for message in messages], sorted(allowed_audiences(run.pk))
    )


def vouched(agent_id: int, message_ids: list[int] | None, allowed: list[int] | None) -> bool:
    """Return the authority's answer about ids."""
    answer: bool = value(ALLOWED, agent_id=agent_id, ids=message_ids, allowed=allowed)
    return answer


def class_of(message: MessageEvent) -> set[int] | None:
    """Return the audiences that must all allow a message; None when unknown or withheld."""
    audience_ids, _ = row(EFFECTIVE_CLASS, id=message.pk)
    return None if audience_ids is None else set(audience_ids)


def is_withheld(message: MessageEvent) -> bool:
    """Tell whether a message is withheld."""
    _, withheld = row(EFFECTIVE_CLASS, id=message.pk)
    return bool(withheld)


def audience_of(message: MessageEvent) -> Audience:
    """Return the audience that a message was sent to."""
    return Audience.objects.get(pk=message.evidence.audience_id)


def delete(message: MessageEvent) -> None:
    """Delete a message as its platform says."""
    execute(DELETE, id=message.pk)


def edit(message: MessageEvent, body: str = "edited", *, minutes: int = 1) -> None:
    """Give a message a newer body."""
    execute(EDIT, id=message.pk, body=body, at=FIRST_SENT + timedelta(days=200, minutes=minutes))


def list_members(conversation_id: int, *members: str) -> None:
    """Give a room a new listing, as of now."""
    execute(LIST, id=conversation_id, members=list(members))


def mark_agent(actor_id: int) -> None:
    """Mark an account as one of the agent's."""
    execute(MARK_AGENT, id=actor_id)
