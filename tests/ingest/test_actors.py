"""What is known of someone: what is not said is kept."""

from conversation_search.ingest import actors
from conversation_search.ingest.records import ConnectorRef, IncomingActor, IncomingSender
from tests.cast import Cast
from tests.ingest.said import SLACK, said, store_one


def test_a_new_actor_has_what_is_said(cast: Cast) -> None:
    stored = actors.put(cast.agent.pk, IncomingActor(SLACK, "zoe", "Zoe", "Acme", is_external=True))
    assert (stored.display_name, stored.organization) == ("Zoe", "Acme")
    assert (stored.is_agent, stored.is_external) == (False, True)


def test_what_is_not_said_is_kept(cast: Cast) -> None:
    actors.put(cast.agent.pk, IncomingActor(SLACK, "zoe", "Zoe", "Acme", is_external=True))
    stored = actors.put(cast.agent.pk, IncomingActor(SLACK, "zoe", organization="Other"))
    assert (stored.display_name, stored.organization, stored.is_external) == ("Zoe", "Other", True)


def test_an_external_actor_may_become_a_colleague(cast: Cast) -> None:
    assert actors.put(cast.agent.pk, IncomingActor(SLACK, "gus")).is_external
    assert not actors.put(cast.agent.pk, IncomingActor(SLACK, "gus", is_external=False)).is_external


def test_the_name_that_a_message_gives_stays_with_the_message(cast: Cast) -> None:
    store_one(cast, said(sender=IncomingSender("ana", "Impostor", "Elsewhere")))
    stored = actors.put(cast.agent.pk, IncomingActor(SLACK, "ana"))
    assert (stored.display_name, stored.organization) == ("Ana", None)


def test_one_id_on_two_connectors_is_two_actors(cast: Cast) -> None:
    here = actors.put(cast.agent.pk, IncomingActor(SLACK, "zoe", "Zoe"))
    there = actors.put(cast.agent.pk, IncomingActor(ConnectorRef("teams", "elsewhere"), "zoe"))
    assert here.actor_id != there.actor_id
    assert there.display_name is None
