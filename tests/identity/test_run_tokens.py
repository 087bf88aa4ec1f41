"""A run's token: what it opens, for how long, and that nothing else opens anything."""

from datetime import UTC, datetime, timedelta

import pytest

from conversation_search.identity.run_tokens import PREFIX, RunGrant, RunTokens

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
END = NOW + timedelta(hours=1)
GRANT = RunGrant(run_id=7, api_key_id=3)
TOKENS = RunTokens("a key for tests")


def test_a_token_opens_the_run_that_it_was_minted_for() -> None:
    assert TOKENS.read(TOKENS.mint(GRANT, END), NOW) == GRANT


@pytest.mark.parametrize(("seconds", "opens"), [(-1, True), (0, False), (1, False)])
def test_a_token_ends_with_its_run(seconds: int, *, opens: bool) -> None:
    assert (TOKENS.read(TOKENS.mint(GRANT, END), END + timedelta(seconds=seconds)) is not None) is opens


def test_a_token_minted_again_is_the_same() -> None:
    assert TOKENS.mint(GRANT, END) == TOKENS.mint(GRANT, END)


def test_another_application_key_ends_every_token() -> None:
    assert RunTokens("another").read(TOKENS.mint(GRANT, END), NOW) is None


def test_no_character_of_a_token_can_be_changed() -> None:
    token = TOKENS.mint(GRANT, END)
    for place in range(len(PREFIX), len(token)):
        for other in "0a_":
            changed = token[:place] + other + token[place + 1 :]
            assert changed == token or TOKENS.read(changed, NOW) is None, changed


@pytest.mark.parametrize("odd", ["", PREFIX, "mesh_key", "é" * 80, f"{PREFIX}{'0' * 24}_{'A' * 43}", "\x00"])
def test_what_is_no_token_opens_nothing(odd: str) -> None:
    assert TOKENS.read(odd, NOW) is None


def test_a_token_shows_neither_the_number_of_its_run_nor_that_of_its_key() -> None:
    runs = [TOKENS.mint(RunGrant(number, 3), END)[len(PREFIX) : len(PREFIX) + 8] for number in range(200)]
    assert len(set(runs)) == 200
    assert sorted(runs) != runs


def test_a_token_holds_nothing_but_opaque_ids_an_end_and_a_signature() -> None:
    assert len(TOKENS.mint(GRANT, END)) == len(PREFIX) + 8 + 8 + 8 + 1 + 43
