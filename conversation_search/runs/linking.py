"""Proofs of identity in runs: each call is bound to its run, and the requester of the run is the one who proves."""

from datetime import datetime

from conversation_search.identity import linking
from conversation_search.identity.linking import IssuedChallenge, LinkRow
from conversation_search.managers.transactions import in_transaction
from conversation_search.runs.binding import bind_run_for_writing

__all__ = ["IssuedChallenge", "LinkRow", "issue", "list_own", "redeem", "revoke"]


def issue(runtime_agent_id: int, run_id: int, extends: int | None, now: datetime) -> IssuedChallenge:
    """Give the requester of an open run a code. Raises NotFound, RunClosed, InvalidArgument."""

    def work() -> IssuedChallenge:
        bind_run_for_writing(runtime_agent_id, run_id, now)
        return linking.issue(runtime_agent_id, run_id, extends, now)

    return in_transaction(work)


def redeem(runtime_agent_id: int, run_id: int, code: str, now: datetime) -> LinkRow:
    """Take a code back in another run. Raises NotFound, RunClosed, InvalidArgument."""

    def work() -> LinkRow:
        bind_run_for_writing(runtime_agent_id, run_id, now)
        return linking.redeem(runtime_agent_id, run_id, code, now)

    return in_transaction(work)


def list_own(runtime_agent_id: int, run_id: int, now: datetime) -> list[LinkRow]:
    """Return the live links of the requester of an open run. Raises NotFound, RunClosed, InvalidArgument."""

    def work() -> list[LinkRow]:
        bind_run_for_writing(runtime_agent_id, run_id, now)
        return linking.own_links(runtime_agent_id, run_id)

    return in_transaction(work)


def revoke(runtime_agent_id: int, run_id: int, link_id: int, now: datetime) -> None:
    """Revoke a link of the requester of an open run. Raises NotFound, RunClosed."""

    def work() -> None:
        bind_run_for_writing(runtime_agent_id, run_id, now)
        linking.revoke_as_side(runtime_agent_id, run_id, link_id, now)

    in_transaction(work)
