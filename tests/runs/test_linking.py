"""A person proves two accounts: one code, given in one direct conversation and repeated in the other."""

from datetime import UTC, datetime, timedelta

import pytest

from conversation_search import limits
from conversation_search.errors import InvalidArgument, NotFound, RunClosed
from conversation_search.ingest import actors
from conversation_search.ingest.records import ConnectorRef
from conversation_search.managers.identity import LinkRow
from conversation_search.models import IdentityChallenge, IdentityLink, Run
from conversation_search.runs import linking
from tests.cast import Cast
from tests.contract.asking import list_members, may_show
from tests.linked import Twofold, another_account
from tests.runs.turns import lists


def _now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def both(cast: Cast) -> Twofold:
    return Twofold.of(cast)


def _issue(run: Run, extends: int | None = None, now: datetime | None = None) -> str:
    return linking.issue(run.runtime_agent_id, run.pk, extends, now or _now()).code


def _redeem(run: Run, code: str, now: datetime | None = None) -> LinkRow:
    return linking.redeem(run.runtime_agent_id, run.pk, code, now or _now())


def _is_refused(run: Run, code: str, now: datetime | None = None) -> bool:
    with pytest.raises(InvalidArgument) as refused:
        _redeem(run, code, now)
    return refused.value.errors[0].field == "code" and code not in str(refused.value)


def _here(both: Twofold) -> Run:
    return both.cast.asks(both.cast.ana, both.cast.dm_ana)


def test_a_code_given_in_one_dm_and_repeated_in_the_other_links_them(both: Twofold) -> None:
    secret = both.secret()
    linked = _redeem(both.asks_there(), _issue(_here(both)))
    assert (linked.state, linked.external_ids) == ("live", ["ana", "ana.there"])
    assert linked.expires_at - linked.proved_at == limits.IDENTITY_PROOF_LIFETIME == timedelta(days=90)
    assert may_show(both.asks_there(), secret)


@pytest.mark.parametrize("typed", ["{}", " {} ", "`{}`"])
def test_a_code_is_read_as_people_type_it(both: Twofold, typed: str) -> None:
    code = _issue(_here(both)).upper().replace("-", " ", 1)
    assert _redeem(both.asks_there(), typed.format(code)).state == "live"


def test_a_code_is_not_kept(both: Twofold) -> None:
    code = _issue(_here(both)).replace("-", "")
    kept = IdentityChallenge.objects.get()
    assert code.encode() not in bytes(kept.code_hash)
    assert len(code) == limits.IDENTITY_CODE_CHARACTERS


def test_a_code_counts_once(both: Twofold) -> None:
    code = _issue(_here(both))
    _redeem(both.asks_there(), code)
    assert _is_refused(both.asks_there(), code)


def test_a_code_counts_for_ten_minutes(both: Twofold) -> None:
    given = _now()
    code = _issue(_here(both), now=given)
    end = given + limits.IDENTITY_CHALLENGE_LIFETIME
    assert _is_refused(both.asks_there(), code, end)
    assert _redeem(both.asks_there(), code, end - timedelta(microseconds=1)).state == "live"


def test_a_newer_code_replaces_the_older(both: Twofold) -> None:
    older, newer = _issue(_here(both)), _issue(_here(both))
    assert _is_refused(both.asks_there(), older)
    assert _redeem(both.asks_there(), newer).state == "live"


def test_a_code_is_not_redeemed_where_it_was_given(both: Twofold) -> None:
    assert _is_refused(_here(both), _issue(_here(both)))


def test_a_code_of_another_perspective_is_not_redeemed(both: Twofold) -> None:
    other = Twofold.of(Cast.assemble())
    assert _is_refused(both.asks_there(), _issue(_here(other)))


def test_a_code_is_not_redeemed_once_somebody_else_reads_where_it_was_given(both: Twofold) -> None:
    code = _issue(_here(both))
    lists(both.cast.dm_ana, "ana", "ben")
    assert _is_refused(both.asks_there(), code)


@pytest.mark.parametrize("side", ["given", "typed"])
def test_a_code_is_not_redeemed_once_either_account_was_handed_on(both: Twofold, side: str) -> None:
    code, there = _issue(_here(both)), both.asks_there()
    account = both.cast.ana if side == "given" else both.ana_there
    connector = account.connector
    actors.retire(both.cast.agent.pk, ConnectorRef(connector.type, connector.name), account.external_id)
    with pytest.raises(InvalidArgument):
        _redeem(there, code)
    assert not IdentityLink.objects.exists()


@pytest.mark.parametrize("code", ["x", "0000-0000-0000", "\x00", "é" * 12, "\ud800"])
def test_any_other_code_is_refused_alike(both: Twofold, code: str) -> None:
    _issue(_here(both))
    assert _is_refused(both.asks_there(), code)


@pytest.mark.parametrize("room", ["launch", "board", "shared"])
def test_a_room_that_others_read_proves_nothing(both: Twofold, room: str) -> None:
    run = both.cast.asks(both.cast.ana, getattr(both.cast, room))
    code = _issue(_here(both))
    for call in (lambda: _issue(run), lambda: _redeem(run, code)):
        with pytest.raises(InvalidArgument) as refused:
            call()
        assert refused.value.errors[0].field == "run_id"


def test_a_dm_that_others_joined_or_that_nobody_asks_in_proves_nothing(both: Twofold) -> None:
    nobody, joined = both.cast.asks(None, both.cast.dm_ana), _here(both)
    list_members(both.cast.dm_ana.pk, "ana", "ben")
    for run in (nobody, joined, _here(both)):
        with pytest.raises(InvalidArgument):
            _issue(run)


def test_a_closed_run_proves_nothing(both: Twofold) -> None:
    closed = both.cast.asks(both.cast.ana, both.cast.dm_ana, closed_at=_now())
    with pytest.raises(RunClosed):
        _issue(closed)
    with pytest.raises(RunClosed):
        _redeem(closed, "0000-0000-0000")


def test_a_link_is_renewed_by_another_proof_from_either_side(both: Twofold) -> None:
    long_ago = _now() - timedelta(days=80)
    first = _redeem(both.asks_there(), _issue(_here(both), now=long_ago), long_ago)
    again = _redeem(_here(both), _issue(both.asks_there()))
    assert (again.link_id, again.person_id) == (first.link_id, first.person_id)
    assert again.expires_at - first.expires_at > timedelta(days=79)
    assert IdentityLink.objects.count() == 1


def test_an_expired_link_is_renewed_and_a_revoked_one_is_not(both: Twofold) -> None:
    long_ago = _now() - timedelta(days=100)
    first = _redeem(both.asks_there(), _issue(_here(both), now=long_ago), long_ago)
    assert first.state == "expired"
    renewed = _redeem(both.asks_there(), _issue(_here(both)))
    assert (renewed.link_id, renewed.state) == (first.link_id, "live")
    here = _here(both)
    linking.revoke(here.runtime_agent_id, here.pk, renewed.link_id, _now())
    assert _redeem(both.asks_there(), _issue(_here(both))).link_id != first.link_id


def test_either_side_revokes_and_nobody_else_does(both: Twofold) -> None:
    link = _redeem(both.asks_there(), _issue(_here(both)))
    ben = both.cast.asks(both.cast.ben, both.cast.dm_ben)
    nobody = both.cast.asks(None, both.cast.dm_ana)
    for run in (ben, nobody):
        with pytest.raises(NotFound):
            linking.revoke(run.runtime_agent_id, run.pk, link.link_id, _now())
    for run in (both.asks_there(), _here(both)):
        linking.revoke(run.runtime_agent_id, run.pk, link.link_id, _now())
    kept = IdentityLink.objects.get()
    assert (kept.revoked_by, kept.revoked_at is not None) == ("side", True)


def test_another_perspective_revokes_nothing(both: Twofold) -> None:
    link = _redeem(both.asks_there(), _issue(_here(both)))
    other = Cast.assemble()
    run = other.asks(other.ana, other.dm_ana)
    with pytest.raises(NotFound):
        linking.revoke(other.agent.pk, run.pk, link.link_id, _now())


def test_a_third_account_joins_a_person_record_only_when_its_link_is_extended(both: Twofold) -> None:
    account, room = another_account(both.cast, "ana.third")
    secret = both.secret()
    first = _redeem(both.asks_there(), _issue(_here(both)))
    apart = _redeem(both.cast.asks(account, room), _issue(both.asks_there()))
    assert apart.person_id != first.person_id
    assert not may_show(both.cast.asks(account, room), secret)
    run = both.cast.asks(account, room)
    linking.revoke(run.runtime_agent_id, run.pk, apart.link_id, _now())
    joined = _redeem(both.cast.asks(account, room), _issue(both.asks_there(), first.link_id))
    assert joined.person_id == first.person_id
    assert may_show(both.cast.asks(account, room), secret)


def test_a_link_of_somebody_else_is_not_extended(both: Twofold) -> None:
    link = _redeem(both.asks_there(), _issue(_here(both)))
    with pytest.raises(NotFound):
        _issue(both.cast.asks(both.cast.ben, both.cast.dm_ben), link.link_id)


def test_a_code_that_extends_a_person_record_is_void_once_one_of_its_proofs_ended(both: Twofold) -> None:
    account, room = another_account(both.cast, "ana.third")
    link = _redeem(both.asks_there(), _issue(_here(both)))
    code = _issue(both.asks_there(), link.link_id)
    here = _here(both)
    linking.revoke(here.runtime_agent_id, here.pk, link.link_id, _now())
    assert _is_refused(both.cast.asks(account, room), code)


def test_a_person_lists_their_own_live_links_where_nobody_else_reads(both: Twofold) -> None:
    link = _redeem(both.asks_there(), _issue(_here(both)))
    here, ben = _here(both), both.cast.asks(both.cast.ben, both.cast.dm_ben)
    assert [row.link_id for row in linking.list_own(here.runtime_agent_id, here.pk, _now())] == [link.link_id]
    assert linking.list_own(ben.runtime_agent_id, ben.pk, _now()) == []
    in_public = both.cast.asks(both.cast.ana, both.cast.launch)
    with pytest.raises(InvalidArgument):
        linking.list_own(in_public.runtime_agent_id, in_public.pk, _now())
