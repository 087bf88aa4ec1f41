"""What was said to one person alone follows them to where they alone read, and nothing else follows anybody."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from conversation_search.models import Conversation, IdentityLink
from tests.cast import Cast
from tests.contract.asking import list_members, may_show
from tests.database import column, execute, row
from tests.factories import (
    ActorFactory,
    AudienceFactory,
    ConversationFactory,
    LinkFactory,
    ReplyFactory,
)
from tests.linked import Twofold, another_account, expire, revoke

End = Callable[[IdentityLink], None]

REQUESTER_ACTORS = "SELECT * FROM mesh_requester_actors(%(run_id)s::bigint)"
SET = "UPDATE conversations SET {change} WHERE id = %(id)s::bigint"
PROOFS_OF_RUN = """
SELECT (destination.opened).person_readers, (destination.current).person_readers
FROM mesh_run_destinations(%(run_id)s::bigint) AS destination
"""


@pytest.fixture
def both(cast: Cast) -> Twofold:
    return Twofold.of(cast)


def test_a_dm_follows_its_person_into_their_other_dm(both: Twofold) -> None:
    secret = both.secret()
    both.link()
    assert may_show(both.asks_there(), secret)


def test_a_dm_follows_in_both_directions(both: Twofold) -> None:
    said_there = both.cast.says(both.ana_there, both.dm_there, "said there")
    both.link()
    assert may_show(both.cast.asks(both.cast.ana, both.cast.dm_ana), said_there)


def test_a_reply_built_on_a_dm_follows_as_the_dm_does(both: Twofold) -> None:
    reply = ReplyFactory.create(conversation=both.cast.dm_ana, sources=[both.secret()])
    both.link()
    assert may_show(both.asks_there(), reply)


@pytest.mark.privacy
def test_a_dm_never_follows_into_another_connector_without_a_proof(both: Twofold) -> None:
    secret = both.secret()
    assert not may_show(both.asks_there(), secret)


@pytest.mark.privacy
@pytest.mark.parametrize("end", [revoke, expire])
def test_a_proof_that_ended_separates_at_once_even_in_an_open_run(both: Twofold, end: End) -> None:
    secret, link = both.secret(), both.link()
    run = both.asks_there()
    assert may_show(run, secret)
    end(link)
    assert not may_show(run, secret)
    assert not may_show(both.asks_there(), secret)


@pytest.mark.privacy
def test_a_proof_made_after_a_run_was_opened_does_not_widen_it(both: Twofold) -> None:
    secret, run = both.secret(), both.asks_there()
    both.link()
    assert not may_show(run, secret)


@pytest.mark.privacy
def test_a_dm_never_follows_where_somebody_else_reads(both: Twofold) -> None:
    secret = both.secret()
    both.link()
    list_members(both.dm_there.pk, "ana.there", "otto")
    assert not may_show(both.asks_there(), secret)


@pytest.mark.privacy
@pytest.mark.parametrize("kind", ["group_direct", "private_channel", "public_channel"])
def test_a_dm_never_follows_into_a_room_that_is_not_direct(both: Twofold, kind: str) -> None:
    secret = both.secret()
    both.link()
    room = ConversationFactory.create(connector=both.cast.elsewhere, kind=kind, members=["ana.there"])
    assert not may_show(both.cast.asks(both.ana_there, room), secret)


@pytest.mark.privacy
@pytest.mark.parametrize("room", ["board", "launch"])
def test_the_text_of_groups_and_channels_keeps_what_it_had(both: Twofold, room: str) -> None:
    place: Conversation = getattr(both.cast, room)
    said = both.cast.says(both.cast.ana, place, "in a room")
    both.link()
    assert not may_show(both.asks_there(), said)


@pytest.mark.privacy
def test_a_private_channel_of_one_reader_is_no_direct_conversation(both: Twofold) -> None:
    alone = ConversationFactory.create(connector=both.cast.slack, kind="private_channel", members=["ana"])
    said = both.cast.says(both.cast.ana, alone, "to myself")
    both.link()
    assert not may_show(both.asks_there(), said)


@pytest.mark.privacy
def test_a_dm_of_two_never_follows_one_of_them(both: Twofold) -> None:
    list_members(both.cast.dm_ana.pk, "ana", "ben")
    said = both.secret()
    both.link()
    assert not may_show(both.asks_there(), said)


@pytest.mark.privacy
def test_restricted_text_never_follows_even_when_its_room_became_restricted_later(both: Twofold) -> None:
    before = both.secret()
    execute(SET.format(change="restricted = true"), id=both.cast.dm_ana.pk)
    after = both.secret("said when it was restricted")
    both.link()
    assert not may_show(both.asks_there(), before)
    assert not may_show(both.asks_there(), after)


@pytest.mark.privacy
def test_text_that_was_sent_in_another_kind_of_room_never_follows(both: Twofold) -> None:
    sent = AudienceFactory.create(
        conversation=both.cast.dm_ana, kind="group_direct", visibility="members", readers=["ana"]
    )
    said = both.cast.says(both.cast.ana, both.cast.dm_ana, "when we were a group", audience=sent)
    both.link()
    assert not may_show(both.asks_there(), said)


@pytest.mark.privacy
def test_a_link_gives_nobody_else_anything(both: Twofold) -> None:
    secret = both.secret()
    both.link()
    for person, room in (
        (both.cast.otto, both.cast.dm_otto),
        (both.cast.ben, both.cast.dm_ben),
        (both.cast.gus, both.cast.shared),
    ):
        assert not may_show(both.cast.asks(person, room), secret)


@pytest.mark.privacy
def test_a_link_of_another_perspective_counts_for_nothing(both: Twofold) -> None:
    other = Twofold.of(Cast.assemble())
    other.link()
    assert not may_show(both.asks_there(), both.secret())
    both.link()
    assert not may_show(both.asks_there(), other.secret())


def _chain(both: Twofold, *, same_person: bool) -> tuple[IdentityLink, IdentityLink, Conversation]:
    """Link Ana with her account there, and that with a third one."""
    third, dm_third = another_account(both.cast, "ana.third")
    first = both.link()
    person = {"person": first.person} if same_person else {}
    second = LinkFactory.create(accounts=(both.ana_there, third), **person)
    return first, second, dm_third


@pytest.mark.privacy
def test_two_proofs_that_share_an_account_never_make_a_third(both: Twofold) -> None:
    secret = both.secret()
    _, second, dm_third = _chain(both, same_person=False)
    third = max(second.first_actor, second.second_actor, key=lambda actor: actor.pk)
    assert may_show(both.asks_there(), secret)
    assert not may_show(both.cast.asks(third, dm_third), secret)


def test_accounts_of_one_person_record_are_linked_while_every_proof_is_live(both: Twofold) -> None:
    secret = both.secret()
    _, second, dm_third = _chain(both, same_person=True)
    assert may_show(both.cast.asks(second.second_actor, dm_third), secret)


@pytest.mark.privacy
@pytest.mark.parametrize("broken", [0, 1])
@pytest.mark.parametrize("end", [revoke, expire])
def test_a_person_record_with_one_proof_that_ended_links_no_third(
    both: Twofold, broken: int, end: End
) -> None:
    secret = both.secret()
    *links, dm_third = _chain(both, same_person=True)
    end(links[broken])
    assert not may_show(both.cast.asks(links[1].second_actor, dm_third), secret)
    assert may_show(both.asks_there(), secret) is (broken == 1)


def test_the_requesters_accounts_are_those_proved_now(both: Twofold) -> None:
    run = both.asks_there()
    assert column(REQUESTER_ACTORS, run_id=run.pk) == [both.ana_there.pk]
    link = both.link()
    assert set(column(REQUESTER_ACTORS, run_id=run.pk)) == {both.ana_there.pk, both.cast.ana.pk}
    revoke(link)
    assert column(REQUESTER_ACTORS, run_id=run.pk) == [both.ana_there.pk]
    assert column(REQUESTER_ACTORS, run_id=both.cast.asks(None, both.dm_there).pk) == []


def test_an_account_that_turns_out_to_be_the_agents_is_nobodys(both: Twofold) -> None:
    both.link()
    run = both.asks_there()
    execute("UPDATE actors SET is_agent = true WHERE id = %(id)s::bigint", id=both.cast.ana.pk)
    assert column(REQUESTER_ACTORS, run_id=run.pk) == [both.ana_there.pk]


def test_a_scheduled_post_into_a_dm_is_read_by_the_same_person(both: Twofold) -> None:
    secret = both.secret()
    both.link()
    assert may_show(both.cast.asks(None, both.dm_there), secret)


@pytest.mark.privacy
def test_a_proof_counts_until_its_very_moment(both: Twofold) -> None:
    secret = both.secret()
    both.link(expires_at=Now() - timedelta(microseconds=1))
    assert not may_show(both.asks_there(), secret)


def test_two_accounts_of_one_connector_can_be_one_persons(cast: Cast) -> None:
    twin = ActorFactory.create(connector=cast.slack, external_id="ana-2")
    room = ConversationFactory.create(connector=cast.slack, kind="direct", members=["ana-2"])
    secret = cast.says(cast.ana, cast.dm_ana, "hello me")
    assert not may_show(cast.asks(twin, room), secret)
    LinkFactory.create(accounts=(cast.ana, twin))
    assert may_show(cast.asks(twin, room), secret)


def test_what_a_run_was_opened_with_names_the_proofs_of_then(both: Twofold) -> None:
    link = both.link()
    run = both.asks_there()
    revoke(link)
    assert row(PROOFS_OF_RUN, run_id=run.pk) == ([f"{both.cast.slack.pk}:ana"], None)
