"""How a key or a run stands against its limit: what is told to every caller, and the refusal beyond it."""

from dataclasses import dataclass
from typing import Final, Literal

from conversation_search.errors import RateLimited

Policy = Literal["key", "run"]

ADVICE: Final[dict[Policy, str]] = {
    "key": "This key has sent too many requests. Send the next one when Retry-After has passed.",
    "run": "This run has searched too often. Answer with what it was shown, or open another run.",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """One limit and what was used of it, this request included; windows and resets are in seconds."""

    policy: Policy
    quota: int
    window: int
    used: int
    reset: int
    """Seconds until the window ends, at least one."""

    @property
    def remaining(self) -> int:
        """How many more there may be in this window."""
        return max(self.quota - self.used, 0)

    def refusal(self) -> RateLimited | None:
        """Return the refusal of what is beyond the limit; None within it."""
        return RateLimited(ADVICE[self.policy], self.reset) if self.used > self.quota else None

    def check(self) -> None:
        """Raise RateLimited beyond the limit."""
        refused = self.refusal()
        if refused is not None:
            raise refused
