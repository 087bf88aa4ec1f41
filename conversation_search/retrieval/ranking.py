"""How much each component adds to a score: `lexical * (1 + sum of weight * component)`.

Components only reorder eligible messages. Added up, the boosts stay below 1, so a message that holds twice as
much of what was asked for is never overtaken by a newer or nearer one.
"""

from typing import Final

from conversation_search import limits

WEIGHTS: Final[dict[str, float]] = {
    "recency": 0.15,
    "same_conversation": 0.05,
    "recent_window": -0.5,
    "same_actor": 0.05,
    "same_organization": 0.05,
    "requester_spoke": 0.1,
    "named_speaker": 0.5,
}
"""`named_speaker`: 1.5 times was the best of 1.25 to 2 in recall at 10 on long two-person conversations; 2
breaks questions that name the wrong person. The others are small, to order what is otherwise alike; not tuned."""

RECENCY_HALF_LIFE_DAYS: Final = 90.0
"""Age at which recency has halved: projects are talked about for a quarter."""

RECENT_WINDOW: Final = limits.HISTORY_WINDOW
"""Latest messages of the current room that are demoted: the turn loads as many unless told otherwise."""

LABELS: Final = ("same_conversation", "same_organization", "requester_spoke", "named_speaker")
"""Components that are shown to the model as reasons, under their own names."""

RECENT_AT_LEAST: Final = 0.5
"""Recency from which a hit is labelled `recent`: not older than one half-life."""


def reasons(components: dict[str, float], *, words: bool, phrase: bool) -> list[str]:
    """Return the closed labels that say why a hit was chosen."""
    labels = [label for label, present in (("words", words), ("phrase", phrase)) if present]
    if components["recency"] >= RECENT_AT_LEAST:
        labels.append("recent")
    return labels + [label for label in LABELS if components[label]]
