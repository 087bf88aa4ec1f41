"""A message may name its own readers: fewer than its room's, never more, except on a public connector."""

import pytest

from conversation_search.ingest import connectors
from conversation_search.ingest.records import ExplicitAudience, IncomingConnector, IncomingSender
from tests.cast import Cast
from tests.ingest import stored
from tests.ingest.said import SLACK, room, said, store, store_one

PUBLIC = ExplicitAudience("public")
WORKSPACE = ExplicitAudience("workspace")


def members(*readers: str) -> ExplicitAudience:
    """Name readers."""
    return ExplicitAudience("members", readers)


@pytest.mark.parametrize(
    ("where", "named", "fits"),
    [
        ("launch", PUBLIC, False),
        ("launch", WORKSPACE, True),
        ("launch", members("ana"), True),
        ("launch", members("otto", "nobody-known"), True),
        ("launch", members(), True),
        ("board", PUBLIC, False),
        ("board", WORKSPACE, False),
        ("board", members("ana", "ben", "cleo"), False),
        ("board", members("cleo"), False),
        ("board", members("ana", "ben"), True),
        ("board", members("ana"), True),
        ("board", members(), True),
        ("dm-ana", members("ana"), True),
        ("dm-ana", members("ben"), False),
        ("dm-ana", WORKSPACE, False),
    ],
)
def test_an_audience_may_narrow_that_of_the_room_and_never_widen_it(
    cast: Cast, where: str, named: ExplicitAudience, *, fits: bool
) -> None:
    result = store_one(cast, said(where=where, audience=named))
    assert (result.status == "created", result.code) == (fits, None if fits else "audience_wider")


@pytest.mark.parametrize("named", [PUBLIC, WORKSPACE, members("ana"), members()])
def test_where_nobody_is_listed_every_named_audience_is_wider(cast: Cast, named: ExplicitAudience) -> None:
    quiet = room("quiet", "private_channel")
    plain, explicit = store(cast, said(where=quiet), said(where=quiet, id="m2", audience=named))
    assert (plain.status, explicit.status, explicit.code) == ("created", "rejected", "audience_wider")


def test_a_named_audience_is_kept_as_named(cast: Cast) -> None:
    found = stored.evidence(store_one(cast, said(audience=members("ben", "ana", "ben"))).message_id)
    assert found is not None
    assert (found.visibility, found.readers, found.explicit) == ("members", ["ana", "ben"], True)


def test_an_audience_equal_to_that_of_the_room_is_that_of_the_room(cast: Cast) -> None:
    results = store(
        cast,
        said(audience=WORKSPACE),
        said(where="board", audience=members("ben", "ana")),
        said(where="board", id="m2", audience=members("ben", "mesh-agent", "ana")),
    )
    assert [found.explicit for found in (stored.evidence(one.message_id) for one in results) if found] == [
        False
    ] * 3


def test_the_agents_own_account_is_no_reader(cast: Cast) -> None:
    found = stored.evidence(store_one(cast, said(audience=members("ana", "mesh-agent"))).message_id)
    assert found is not None
    assert found.readers == ["ana"]


def test_readers_of_nobody_is_evidence_that_reaches_nobody(cast: Cast) -> None:
    result = store_one(cast, said(audience=members()))
    found = stored.evidence(result.message_id)
    assert found is not None
    assert (result.has_evidence, found.readers) == (True, [])


@pytest.mark.parametrize("named", [PUBLIC, WORKSPACE, members("otto")])
def test_on_a_public_connector_any_audience_is_taken(cast: Cast, named: ExplicitAudience) -> None:
    before = store_one(cast, said(where="board", audience=named))
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, public=True))
    after = store_one(cast, said(where="board", audience=named))
    assert (before.code, after.status) == ("audience_wider", "created")
    found = stored.evidence(after.message_id)
    assert found is not None
    assert (found.visibility, found.explicit) == (named.visibility, True)


def test_on_a_public_connector_a_message_that_names_none_has_that_of_its_room(cast: Cast) -> None:
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, public=True))
    found = stored.evidence(store_one(cast, said(where="board")).message_id)
    assert found is not None
    assert (found.visibility, found.readers) == ("members", ["ana", "ben"])


def test_a_named_audience_carries_what_its_room_is(cast: Cast) -> None:
    described = room("new", "public_channel", restricted=True, externally_shared=True)
    found = stored.evidence(store_one(cast, said(where=described, audience=members("ana"))).message_id)
    assert found is not None
    assert (found.restricted, found.externally_shared) == (True, True)


def test_a_repeat_with_a_wider_audience_cannot_record_it_where_there_was_none(cast: Cast) -> None:
    quiet = room("quiet", "private_channel")
    first, repeat = store(cast, said(where=quiet), said(where=quiet, audience=WORKSPACE))
    assert (repeat.status, repeat.code) == ("rejected", "audience_wider")
    assert stored.evidence(first.message_id) is None


def test_an_account_of_the_agent_gets_no_evidence_whatever_it_names(cast: Cast) -> None:
    human, agent = store(
        cast,
        said(audience=members("ana")),
        said(id="m2", sender=IncomingSender("mesh-agent"), audience=members("ana")),
    )
    assert (human.has_evidence, agent.status, agent.has_evidence) == (True, "created", False)
