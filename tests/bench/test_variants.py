"""The searches that the benchmark compares with really leave out what they say they leave out."""

import pytest
from django.db import transaction

from conversation_search.managers import search
from tests.bench.measuring import OPEN, SAYS_YES
from tests.bench.searches import Retrieval
from tests.bench.variants import ANSWERS, ask_nothing, install_yes
from tests.cast import Cast


def _eligible(cast: Cast, *, evidence: bool = True) -> int:
    """Ask Ben's direct message about what Ana told hers."""
    cast.says(cast.ana, cast.dm_ana, "the password is swordfish", evidence=evidence)
    with transaction.atomic():
        return Retrieval(cast.asks(cast.ben, cast.dm_ben), "swordfish")().eligible


def test_an_authorized_search_asks_the_rules(cast: Cast) -> None:
    assert _eligible(cast) == 0


def test_rules_that_say_yes_show_what_has_evidence(cast: Cast) -> None:
    install_yes()
    with SAYS_YES.active():
        assert (_eligible(cast), _eligible(cast, evidence=False)) == (1, 1)


def test_a_search_that_asks_nothing_shows_everything(cast: Cast) -> None:
    with OPEN.active():
        assert (_eligible(cast), _eligible(cast, evidence=False)) == (1, 2)


def test_a_statement_that_asks_nothing_calls_no_rule() -> None:
    for statement in (search.SEARCH_MESSAGES, search.HYDRATE_MESSAGES):
        bare = ask_nothing(statement.sql)
        assert not any(call in bare for call in ANSWERS)


def test_a_statement_without_a_rule_is_not_compared_with_itself() -> None:
    with pytest.raises(ValueError, match="asks no rule"):
        ask_nothing("SELECT 1")
