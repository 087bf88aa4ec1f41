"""A message as a page shows it: who may read it, what it was built from, what was built on it."""

from dataclasses import dataclass, field
from datetime import datetime

from audit_ui.presenters.names import Link, Names, Person, Room
from audit_ui.presenters.searches import Destination, destination
from conversation_search.audit.message import LineageStep, MessageFacts


@dataclass(slots=True)
class Node:
    """One message of a tree, and what hangs on it."""

    message: Link
    marks: list[str]
    is_bad: bool
    children: list["Node"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MessageDetail:
    """What is known of a message besides its text."""

    link: Link
    agent: str
    person: Person | None
    is_by_agent: bool
    room: Room
    sent_at: datetime
    received_at: datetime
    edited_at: datetime | None
    deleted_at: datetime | None
    withheld_at: datetime | None
    revision: int
    audience: Destination | None
    """Who may read it; None: it has no evidence."""
    is_explicit: bool
    has_known_lineage: bool
    audiences_behind: int
    is_reply: bool
    sources: int


def message_detail(agent_id: int, facts: MessageFacts, names: Names) -> MessageDetail:
    """Return what is known of a message, under pseudonyms."""
    return MessageDetail(
        link=names.link(agent_id, "message", facts.message_id),
        agent=names.agent(agent_id),
        person=None if facts.is_by_agent else names.person(agent_id, facts.actor_id),
        is_by_agent=facts.is_by_agent,
        room=names.room(agent_id, facts.conversation_id, facts.kind, facts.namespace, facts.public_name),
        sent_at=facts.sent_at,
        received_at=facts.received_at,
        edited_at=facts.edited_at,
        deleted_at=facts.deleted_at,
        withheld_at=facts.withheld_at,
        revision=facts.revision,
        audience=None if facts.audience is None else destination(facts.audience),
        is_explicit=facts.audience is not None and '"explicit": true' in facts.audience,
        has_known_lineage=facts.has_known_lineage,
        audiences_behind=facts.audiences_behind,
        is_reply=facts.is_reply,
        sources=facts.sources,
    )


def tree(agent_id: int, root_id: int, steps: list[LineageStep], names: Names) -> list[Node]:
    """Return what hangs on a message; each message hangs where the walk met it first."""
    nodes: dict[int, Node] = {}
    top: list[Node] = []
    for step in steps:
        if step.message_id in nodes or step.message_id == root_id:
            continue
        node = Node(names.link(agent_id, "message", step.message_id), _marks(step), _is_bad(step))
        nodes[step.message_id] = node
        (top if step.beside_id == root_id else nodes[step.beside_id].children).append(node)
    return top


def _marks(step: LineageStep) -> list[str]:
    marks = [
        ("missing", step.is_missing),
        ("reply", step.is_reply),
        ("deleted", step.deleted_at is not None),
        ("withheld", step.withheld_at is not None and step.deleted_at is None),
        ("no evidence", not step.has_evidence and not step.is_missing),
    ]
    return [mark for mark, applies in marks if applies]


def _is_bad(step: LineageStep) -> bool:
    return step.is_missing or not step.has_evidence or step.withheld_at is not None
