"""The weights and the labels that are shown for them."""

from typing import get_args

from conversation_search.api.schemas.search import Reason
from conversation_search.retrieval.ranking import LABELS, WEIGHTS, reasons

NONE = dict.fromkeys([*WEIGHTS, "lexical"], 0.0)


def test_all_boosts_together_do_not_outweigh_what_was_asked_for() -> None:
    assert 0 < sum(weight for weight in WEIGHTS.values() if weight > 0) < 1


def test_no_demotion_turns_a_score_negative() -> None:
    assert -1 < sum(weight for weight in WEIGHTS.values() if weight < 0) < 0


def test_a_hit_is_labelled_by_what_matched_and_by_what_lifted_it() -> None:
    components = NONE | {"recency": 0.5, "requester_spoke": 1, "same_conversation": 1}
    assert reasons(components, words=True, phrase=True) == [
        "words",
        "phrase",
        "recent",
        "same_conversation",
        "requester_spoke",
    ]


def test_an_old_hit_is_not_labelled_recent() -> None:
    assert reasons(NONE | {"recency": 0.49}, words=True, phrase=False) == ["words"]


def test_every_label_is_one_of_the_closed_ones() -> None:
    everything = dict.fromkeys(NONE, 1.0)
    assert set(reasons(everything, words=True, phrase=True)) <= set(get_args(Reason))
    assert set(LABELS) <= set(get_args(Reason))
