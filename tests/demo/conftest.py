"""The story, told once for all tests of it, with where each of its messages really lies."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from conversation_search.demo import story
from conversation_search.demo.client import open_api
from conversation_search.demo.stage import Asked, Stage
from conversation_search.demo.story import Deleted, Laundered, Scene
from conversation_search.demo.workspace import AGENT, Room, import_workspace
from conversation_search.identity import api_keys
from conversation_search.managers import rooms
from conversation_search.models import RuntimeAgent
from conversation_search.public_ids import PublicIds
from tests.database import rows
from tests.mutants.plugin import NAMED_FOR

ROOM_OF = """
SELECT event.id, room.external_thread_id
FROM message_events AS event JOIN conversations AS room ON room.id = event.conversation_id
"""


@dataclass(frozen=True, slots=True)
class Told:
    """The story, and the room of every message by its public id, read from the database."""

    scene: Scene
    laundered: Laundered
    deleted: Deleted
    room_of: dict[str, str]

    def asked_in(self, room: Room) -> Asked:
        """Return what was asked in a room in the first scene."""
        [asked] = [one for one in self.scene.asked if one.room == room]
        return asked

    def reached_by(self, origin: Room) -> set[Room]:
        """Return the rooms in which something said in this one came back."""
        return {asked.room for asked in self.scene.asked if origin.external_id in self.origins(asked.room)}

    def origins(self, room: Room) -> set[str]:
        """Return the rooms that something came back from when the question was asked in this one."""
        return {self.room_of[message_id] for message_id in self.asked_in(room).message_ids}


@pytest.fixture(scope="module")
def told(
    missing_rule: str | None, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Told]:
    """Tell the story in a transaction that is undone, anew where a rule is missing."""
    assert django_db_setup is None
    assert missing_rule in {None, *NAMED_FOR}
    with django_db_blocker.unblock(), transaction.atomic():
        yield tell()
        transaction.set_rollback(True)


def tell() -> Told:
    """Tell the story and look up where everything lies."""
    now = rooms.read_clock()
    import_workspace(now)
    key = api_keys.issue(AGENT, api_keys.SCOPES).key
    with Stage(open_api(key), "test", now) as stage:
        scene = story.ask_everywhere(stage)
        laundered, deleted = story.launder(stage), story.delete_a_source(stage)
    ids = PublicIds(bytes(RuntimeAgent.objects.get(slug=AGENT).public_id_key))
    return Told(
        scene, laundered, deleted, {ids.encode("message", number): room for number, room in rows(ROOM_OF)}
    )
