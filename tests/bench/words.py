"""What the invented people say: words as unevenly frequent as in a real language, and some of known frequency."""

from itertools import accumulate
from random import Random
from typing import Final

COMMON: Final = {
    "deploy": 0.25,
    "customer": 0.2,
    "invoice": 0.15,
    "release": 0.12,
    "schedule": 0.1,
    "budget": 0.08,
}
"""Words with the share of messages they are said in."""
FREQUENT: Final = "onboarding"
ACROSS: Final = "migration"
"""A word with more matches than are ranked one by one, of which fewer may be disclosed."""
PHRASE: Final = "rollout plan"
ADDED: Final = {**COMMON, FREQUENT: 0.022, ACROSS: 0.03, PHRASE: 0.02, "rollout": 0.04, "plan": 0.05}
TICKET_SHARE: Final = 0.03
"""Messages that name a ticket which nobody else names."""
RARE_WORDS: Final = 40
"""Words of each agent that one to five of its messages hold, each beside a ticket as rare."""

STOP_TEXT: Final = (
    "the to and a of in is that for it on you we with this be have are i not at but as was can if will so they just "
    "do what all or from there has would about when which one out up get how me my no"
)
CONSONANTS: Final = "bdfgklmnprstvz"
VOWELS: Final = "aeiou"
VOCABULARY: Final = 20_000
TYPICAL_WORDS: Final = 13
TYPICAL_REPLY_WORDS: Final = 50
LONG_SHARE: Final = 0.005
LONG_TIMES: Final = 60
"""How much longer the pasted logs and documents are, which are indexed in several chunks."""


def rare_word(number: int) -> str:
    """Return one of the rare words, from 0."""
    return f"quoll{number}"


def rare_ticket(number: int) -> str:
    """Return the ticket that stands beside a rare word: a compound, so a search for it is one for a phrase."""
    return f"INC-{900000 + number}"


class Speech:
    """Says things, the same ones for the same generator."""

    def __init__(self, random: Random) -> None:
        """Invent a vocabulary."""
        self._random = random
        self._words = [*STOP_TEXT.split(), *(self._invented() for _ in range(VOCABULARY))]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self._words))))
        self._tickets = 0

    def message(self) -> str:
        """Say what a person says."""
        length = self._random.lognormvariate(0, 0.7) * TYPICAL_WORDS
        return self._say(length * (LONG_TIMES if self._random.random() < LONG_SHARE else 1))

    def reply(self) -> str:
        """Say what an agent says, which is longer."""
        return self._say(self._random.lognormvariate(0, 0.5) * TYPICAL_REPLY_WORDS)

    def _say(self, length: float) -> str:
        words = self._random.choices(self._words, cum_weights=self._weights, k=max(3, int(length)))
        for word, share in ADDED.items():
            if self._random.random() < share:
                words.insert(self._random.randrange(len(words)), word)
        if self._random.random() < TICKET_SHARE:
            self._tickets += 1
            words.append(f"INC-{self._tickets}")
        return " ".join(words)

    def _invented(self) -> str:
        pairs = self._random.choices(
            [c + v for c in CONSONANTS for v in VOWELS], k=self._random.randint(2, 4)
        )
        return "".join(pairs)
