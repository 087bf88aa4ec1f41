"""Destroys the key of an agent's query digests, so that no guess can be compared with them any more.

The rows stay as they are, and so does their seal: what is destroyed was never part of either.
"""

from dataclasses import dataclass

from conversation_search.audit import access_log
from conversation_search.audit.access_log import Who
from conversation_search.errors import NotFound
from conversation_search.managers import pruning
from conversation_search.managers.transactions import in_transaction

WHO = Who("user", "manage.py destroy_digest_key")
"""Who is recorded: the command; who may run it is the operating system's to say."""


@dataclass(frozen=True, slots=True)
class DigestKey:
    """Whether an agent has a key of digests, and how many searches were digested with one."""

    agent_id: int
    exists: bool
    digests: int


def look(slug: str) -> DigestKey:
    """Return the state of an agent's key; raises NotFound when there is no such agent."""
    found = pruning.digest_key(slug)
    if found is None:
        raise NotFound("There is no agent of this slug.")
    return DigestKey(found.id, found.has_salt, found.digests)


def destroy(slug: str) -> DigestKey:
    """Destroy the key for good, and record that in the access log; return what was there before.

    Raises NotFound when there is no such agent, and AuditUnavailable when it cannot be recorded.
    """
    return in_transaction(lambda: _destroy(slug))


def _destroy(slug: str) -> DigestKey:
    before = look(slug)
    if pruning.destroy_digest_salt(before.agent_id):
        access_log.record(before.agent_id, WHO, "destroy_digest_key", {})
    return before
