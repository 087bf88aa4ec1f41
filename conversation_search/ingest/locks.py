"""Which rooms a transaction holds, so that batches and listings of one room follow each other.

A lock is taken before the room exists, so it is on a number made of its names. The rooms of an agent share a few
numbers: a batch of many rooms stays within what the server can lock, and a wait without need is short.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from conversation_search.ingest.records import ConnectorRef
from conversation_search.managers import rooms

LOCKS_OF_AN_AGENT: Final = 64
"""PostgreSQL plans for 64 locks a transaction."""


def hold_rooms(agent_id: int, named: Iterable[tuple[ConnectorRef, str]]) -> None:
    """Hold these rooms of an agent, each named by its connector and its platform's id, in an order all share."""
    rooms.lock_rooms([lock_key(agent_id, ref, external_thread_id) for ref, external_thread_id in named])


def lock_key(agent_id: int, ref: ConnectorRef, external_thread_id: str) -> int:
    """Return the number that stands for a room, and for about one in 64 others of its agent."""
    share = _number(f"{ref.type}\n{ref.name}\n{external_thread_id}") % LOCKS_OF_AN_AGENT
    return _number(f"ingest\n{agent_id}\n{share}")


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
