"""A legal minimum keeps a text from an erasure as a hold does: out of sight at once, and erased when it is over."""

from datetime import timedelta

from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import value
from tests.erasure.asked import ask_for_message, body_of, carry_out, erase, states
from tests.factories.policies import set_policy


def test_what_a_legal_minimum_keeps_is_hidden_and_not_erased(cast: Cast) -> None:
    now = value("SELECT now()")
    young = cast.says(cast.ana, cast.launch, "young", sent_at=now - timedelta(days=2))
    old = cast.says(cast.ana, cast.launch, "old", sent_at=now - timedelta(days=40))
    set_policy(30, runtime_agent=cast.agent, kind="legal_minimum")
    requests = [erase(ask_for_message(cast, one)) for one in (young, old)]
    assert (body_of(young), body_of(old)) == ("young", None)
    assert states(requests[0]) == [(young.pk, "held")]
    assert not may_show(cast.asks(cast.ana, cast.launch), young)
    assert body_of(young) == "young"
    assert carry_out(requests[0]).status == "erased"
