"""Each part of a rule taken away by itself: the contract test that is named for it fails.

A mutant is the text of the migration with one piece replaced, so it cannot outlive what it mutates.
"""

import pytest

from tests.cast import Cast
from tests.database import run_script
from tests.mutants import hold_rules, identity_rules, memory_rules, seal_rules, single_rules
from tests.mutants.mutant import mutated

MUTANTS = {
    **single_rules.MUTANTS,
    **identity_rules.MUTANTS,
    **memory_rules.MUTANTS,
    **hold_rules.MUTANTS,
    **seal_rules.MUTANTS,
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_test_that_is_named_for_a_rule_fails_without_it(cast: Cast, name: str) -> None:
    mutant = MUTANTS[name]
    run_script(mutated(mutant.file, mutant.piece, mutant.becomes))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        mutant.caught_by(cast)
