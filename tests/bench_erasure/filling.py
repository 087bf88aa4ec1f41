"""Fills an agent with messages of which some are one person's, and replies that were built on them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db import transaction

from conversation_search.models import Actor, Connector, Conversation, RuntimeAgent
from tests.database import execute, value

SQL_FOLDER: Final = Path(__file__).parent / "sql"
TABLES: Final = ("message_events", "message_source_evidence", "memory_provenance", "search_vocabulary")


@dataclass(frozen=True, slots=True)
class Size:
    """How many messages there are, how many of them are the person's, and how many replies were built on them."""

    messages: int
    person: int
    replies: int


def fill(size: Size, slug: str) -> Actor:
    """Add an agent of this slug and return the person."""
    agent = RuntimeAgent.objects.create(slug=slug, public_id_key=b"a key of a measurement")
    connector = Connector.objects.create(runtime_agent=agent, type="slack", name="acme")
    room = Conversation.objects.create(
        runtime_agent=agent, connector=connector, external_thread_id="launch", kind="public_channel"
    )
    person, other, account = (
        Actor.objects.create(
            runtime_agent=agent, connector=connector, external_id=name, is_agent=name == "mesh"
        )
        for name in ("ana", "ben", "mesh")
    )
    parameters = {
        "agent_id": agent.pk,
        "room_id": room.pk,
        "person_id": person.pk,
        "other_id": other.pk,
        "account_id": account.pk,
        "messages": size.messages,
        "every": size.messages // size.person,
        "replies": size.replies,
    }
    with transaction.atomic():
        execute("SET LOCAL statement_timeout = 0")
        _switch_triggers("DISABLE")
        _run("messages", parameters)
        first = "SELECT min(id) FROM message_events WHERE runtime_agent_id = %(agent_id)s::bigint"
        parameters["first_id"] = value(first, agent_id=agent.pk)
        _run("replies", parameters)
        execute("SET CONSTRAINTS ALL IMMEDIATE")
        _switch_triggers("ENABLE")
    for table in (*TABLES, "message_search_documents"):
        execute(f"ANALYZE {table}")
    return person


def _switch_triggers(how: str) -> None:
    for table in TABLES:
        execute(f"ALTER TABLE {table} {how} TRIGGER USER")


def _run(step: str, parameters: dict[str, int]) -> None:
    text = (SQL_FOLDER / f"{step}.sql").read_text(encoding="utf-8")
    execute(text, **{name: number for name, number in parameters.items() if f"%({name})s" in text})
