"""Proofs beside other writers: a code is taken once, and a reply ships before a revocation or not at all."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from conversation_search.errors import DisclosureDenied, InvalidArgument
from conversation_search.models import IdentityLink
from conversation_search.runs import linking
from tests.cast import Cast
from tests.database import session
from tests.linked import REVOKE, Twofold
from tests.runs.threads import held_up_by, in_background
from tests.runs.turns import answer, shows


def test_a_revocation_racing_a_reply_and_first_leaves_no_reply(committed_cast: Cast) -> None:
    both = Twofold.of(committed_cast)
    link, secret = both.link(), both.secret()
    run = shows(both.asks_there(), secret)
    with session() as other:
        other.rows(REVOKE, id=link.pk)
        reply = held_up_by(other, lambda: answer(run, "the company is sold"))
        other.commit()
        with pytest.raises(DisclosureDenied) as refused:
            reply.result()
    assert [(one.message_id, one.rule) for one in refused.value.denied] == [(secret.pk, "audience")]


def test_a_revocation_racing_a_reply_and_second_waits_for_it(committed_cast: Cast) -> None:
    both = Twofold.of(committed_cast)
    link, secret = both.link(), both.secret()
    run = shows(both.asks_there(), secret)
    with session() as other:
        with transaction.atomic():
            answer(run, "the company is sold")
            revocation = other.start(REVOKE, id=link.pk)
            assert not revocation.done()
        revocation.result()
        other.commit()


def test_a_code_that_two_runs_redeem_at_once_links_one(committed_cast: Cast) -> None:
    both = Twofold.of(committed_cast)
    now = datetime.now(UTC)
    here = both.cast.asks(both.cast.ana, both.cast.dm_ana)
    code = linking.issue(here.runtime_agent_id, here.pk, None, now).code
    there = both.asks_there()
    otto = both.cast.asks(both.cast.otto, both.cast.dm_otto)
    with transaction.atomic():
        linking.redeem(there.runtime_agent_id, there.pk, code, now)
        late = in_background(lambda: linking.redeem(otto.runtime_agent_id, otto.pk, code, now))
    with pytest.raises(InvalidArgument):
        late.result()
    assert IdentityLink.objects.filter(runtime_agent=both.cast.agent).count() == 1
