"""New and old, dense and in passing."""

from datetime import timedelta

from tests.cast import Cast
from tests.search.asking import NOW, ask, found, hit_ids
from tests.search.crowd import say_all


def test_s128_among_equals_the_recent_come_first_and_a_better_old_one_before_them(cast: Cast) -> None:
    old = say_all(cast.ana, cast.launch, ["docker build"] * 50, first=NOW - timedelta(days=300))
    fresh = say_all(cast.ana, cast.launch, ["docker build"] * 300, first=NOW - timedelta(days=14))
    (best,) = say_all(cast.ana, cast.launch, ["docker build fails on arm"], first=NOW - timedelta(days=200))
    run = cast.asks(cast.ben, cast.dm_ben)
    assert set(hit_ids(run, ask(run, "docker", limit=20))) <= {*fresh, best}
    run = cast.asks(cast.ben, cast.dm_ben)
    ranked = hit_ids(run, ask(run, "docker arm", limit=20))
    assert ranked[0] == best
    assert not set(ranked) & set(old)


def test_s129_the_discussion_comes_before_a_mention_in_passing(cast: Cast) -> None:
    discussion = "we decided to move the acme migration to friday"
    cast.says(cast.ana, cast.launch, discussion, sent_at=NOW - timedelta(days=21))
    cast.says(cast.ana, cast.launch, "lunch with acme was nice", sent_at=NOW)
    assert found(cast.asks(cast.ben, cast.dm_ben), "where did we decide the acme migration")[0] == discussion
