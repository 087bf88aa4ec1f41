"""Which of the found is shown when not everything may be: hits first, then the nearest, each message once."""

from hypothesis import given
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.retrieval.ranking import Hit
from conversation_search.retrieval.selection import Exchange, choose, without

IDS = st.integers(min_value=100, max_value=120)


def hit(message_id: int, before: list[int] | None = None, after: list[int] | None = None) -> Hit:
    """Return a hit with what may stand beside it, nearest first."""
    return Hit(message_id, 1.0, 1, {}, before or [], after or [])


def ids(exchanges: list[Exchange]) -> list[list[int]]:
    """Return the ids of each exchange: before, hit, after."""
    return [[*one.before, one.hit.message_id, *one.after] for one in exchanges]


def test_a_hit_has_the_two_nearest_on_either_side_in_reading_order() -> None:
    assert ids(choose([hit(5, [4, 3, 2], [6, 7, 8])], 400)) == [[3, 4, 5, 6, 7]]


def test_hits_come_first_when_little_is_left() -> None:
    found = [hit(5, [4, 3], [6, 7]), hit(15, [14, 13], [16, 17])]
    assert ids(choose(found, 2)) == [[5], [15]]
    assert ids(choose(found, 1)) == [[5]]
    assert ids(choose(found, 3)) == [[4, 5], [15]]
    assert ids(choose(found, 0)) == []


def test_what_the_better_hit_took_is_replaced_by_the_next() -> None:
    found = [hit(5, [4, 3], [6, 7]), hit(8, [7, 6, 4, 3, 2, 1], [9])]
    assert ids(choose(found, 400)) == [[3, 4, 5, 6, 7], [1, 2, 8, 9]]


def test_a_refused_neighbour_is_left_out_and_a_refused_hit_takes_its_exchange_along() -> None:
    exchanges = choose([hit(5, [4], [6]), hit(15, [14], [16])], 400)
    assert ids(without(exchanges, {4})) == [[5, 6], [14, 15, 16]]
    assert ids(without(exchanges, {15})) == [[4, 5, 6]]


@st.composite
def found_hits(draw: st.DrawFn) -> list[Hit]:
    """Hits with distinct ids, whose neighbours are no hits but may be shared."""
    numbers = draw(st.lists(st.integers(1, 30), unique=True, max_size=8))
    sides = st.lists(IDS, unique=True, max_size=6)
    return [hit(number, draw(sides), draw(sides)) for number in numbers]


@given(found=found_hits(), remaining=st.integers(0, 40))
def test_never_more_than_remains_never_a_message_twice_never_more_than_two_a_side(
    found: list[Hit], remaining: int
) -> None:
    exchanges = choose(found, remaining)
    shown = [message_id for one in exchanges for message_id in one.message_ids]
    assert len(shown) == len(set(shown)) <= remaining
    assert [one.hit for one in exchanges] == found[:remaining]
    assert all(
        len(side) <= limits.NEIGHBOURS_EACH_SIDE for one in exchanges for side in (one.before, one.after)
    )
    assert all(set(one.before) <= set(one.hit.before) for one in exchanges)
    assert all(set(one.after) <= set(one.hit.after) for one in exchanges)
