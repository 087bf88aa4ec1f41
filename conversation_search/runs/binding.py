"""Binds a call to its run: the perspective, the room and the requester are the run's, never an argument."""

from datetime import datetime

from conversation_search.errors import NotFound, RunClosed
from conversation_search.managers.runs import BoundRun, load_run, lock_run

__all__ = ["BoundRun", "bind_any_run", "bind_run", "bind_run_for_writing", "check_open"]


def bind_any_run(runtime_agent_id: int, run_id: int) -> BoundRun:
    """Return a run of this agent, open or closed; NotFound when there is none."""
    run = load_run(runtime_agent_id, run_id)
    if run is None:
        raise NotFound
    return run


def bind_run(runtime_agent_id: int, run_id: int, now: datetime) -> BoundRun:
    """Return an open run of this agent; NotFound, or RunClosed after its reply or its hour."""
    run = bind_any_run(runtime_agent_id, run_id)
    check_open(run, now)
    return run


def bind_run_for_writing(runtime_agent_id: int, run_id: int, now: datetime) -> BoundRun:
    """Return an open run and hold it until the transaction ends: two writers of a run follow each other."""
    lock_run(runtime_agent_id, run_id)
    return bind_run(runtime_agent_id, run_id, now)


def check_open(run: BoundRun, now: datetime) -> None:
    """Raise RunClosed when the run has its reply or its hour is over."""
    if run.closed_at is not None:
        raise RunClosed("This run has its reply. Open a new run to answer again.")
    if now >= run.expires_at:
        raise RunClosed("This run's hour is over. Open a new run.")
