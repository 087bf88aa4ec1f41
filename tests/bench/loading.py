"""Stores the invented transcript with triggers on, so that evidence and search documents are made by the real path."""

import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from django.db import connection, transaction

from conversation_search.models import Actor, Connector, Conversation, RuntimeAgent
from tests.bench.traffic import Message, Traffic
from tests.bench.words import Speech
from tests.bench.workspace import AGENT_ACCOUNT, Room, Workspace, plan
from tests.database import execute
from tests.factories.rooms import LIST_MEMBERS

SEED: Final = 20261201
SQL_FOLDER: Final = Path(__file__).parent / "sql"
STAGED: Final = (
    "COPY staged (conversation_id, actor_id, external_message_id, sender_display_name, sent_at, body, is_reply, "
    "is_recorded, searched_conversation_id, is_dangling) FROM STDIN"
)
LIST_ROOM: Final = (
    "UPDATE conversations SET members = %(members)s::text [], members_as_of = clock_timestamp(), "
    "listed_as_of = clock_timestamp() WHERE id = %(conversation_id)s::bigint"
)


def agent_sizes(messages: int, agents: int) -> list[int]:
    """Return how many messages each agent has: the second half of the first, the third a third of it."""
    weights = [1 / rank for rank in range(1, agents + 1)]
    return [int(messages * weight / sum(weights)) for weight in weights]


def load(messages: int, agents: int) -> float:
    """Store everything and return the messages stored a second."""
    execute(_read("stage_messages"))
    random = Random(SEED)  # noqa: S311 - the same transcript for everybody
    speech = Speech(random)
    started = perf_counter()
    sizes = agent_sizes(messages, agents)
    for number, size in enumerate(sizes):
        sys.stderr.write(f"\rstoring the messages of agent {number + 1} of {agents} ")
        sys.stderr.flush()
        workspace = plan(size, random)
        _Loader(number, workspace).store(Traffic(workspace, size, random, speech))
    sys.stderr.write("\n")
    return sum(sizes) / (perf_counter() - started)


class _Loader:
    """One agent whose rooms and people are stored."""

    def __init__(self, number: int, workspace: Workspace) -> None:
        agent = RuntimeAgent.objects.create(slug=f"agent-{number}")
        self._connector = Connector.objects.create(
            runtime_agent=agent, type="slack", name="acme", joiners_read_history=True
        )
        self._actors = self._store_people(workspace)
        self._rooms = self._store_rooms(workspace)
        self._stored = 0

    def store(self, traffic: Traffic) -> None:
        """Store month after month, each with the listings of its time."""
        for epoch, messages in traffic.months():
            with transaction.atomic():
                for room, conversation_id in self._rooms.items():
                    if room.changes(epoch):
                        execute(LIST_ROOM, members=room.listing(epoch), conversation_id=conversation_id)
                        execute(LIST_MEMBERS, conversation_id=conversation_id)
                execute("TRUNCATE staged")
                self._stage(messages)
                execute(_read("store_messages"))
                execute(_read("store_replies"))

    def _stage(self, messages: list[Message]) -> None:
        with connection.cursor() as cursor, cursor.copy(STAGED) as copy:
            for message in messages:
                self._stored += 1
                copy.write_row(
                    (
                        self._rooms[message.room],
                        self._actors[message.speaker],
                        None if message.is_reply else f"message-{self._stored}",
                        None if message.is_reply else message.speaker.title(),
                        message.sent_at,
                        message.body,
                        message.is_reply,
                        message.is_recorded,
                        self._rooms[message.searched] if message.searched else None,
                        message.is_dangling,
                    )
                )

    def _store_people(self, workspace: Workspace) -> dict[str, int]:
        shared = {"runtime_agent_id": self._connector.runtime_agent_id, "connector": self._connector}
        people = [
            Actor(external_id=person, display_name=person.title(), organization="Acme", **shared)
            for person in workspace.people
        ]
        account = Actor(external_id=AGENT_ACCOUNT, is_agent=True, **shared)
        return {actor.external_id: actor.pk for actor in Actor.objects.bulk_create([*people, account])}

    def _store_rooms(self, workspace: Workspace) -> dict[Room, int]:
        rooms = Conversation.objects.bulk_create(
            Conversation(
                runtime_agent_id=self._connector.runtime_agent_id,
                connector=self._connector,
                external_thread_id=room.name,
                name=room.name,
                kind=room.kind,
                flagged_shared=room.is_shared,
            )
            for room in workspace.rooms
        )
        return dict(zip(workspace.rooms, (room.pk for room in rooms), strict=True))


def _read(name: str) -> str:
    return (SQL_FOLDER / f"{name}.sql").read_text(encoding="utf-8")
