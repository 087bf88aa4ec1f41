"""A request to erase: asked for, gathered, chosen, decided on by a second person."""

from collections.abc import Sequence

from conversation_search import limits
from conversation_search.erasure.people import Who
from conversation_search.errors import Conflict, InvalidArgument, NotFound
from conversation_search.managers import erasure, erasure_items
from conversation_search.managers.erasure import (
    EventRow,
    LinkedAccount,
    NewRequest,
    RequestRow,
    RequestsWanted,
)
from conversation_search.managers.transactions import in_transaction

__all__ = [
    "EventRow",
    "LinkedAccount",
    "NewRequest",
    "RequestRow",
    "RequestsWanted",
    "ask",
    "choose",
    "decide",
    "find",
    "gather",
    "include_linked",
    "linked_accounts",
    "listed",
    "steps",
    "withdraw",
]


def ask(wanted: NewRequest, who: Who) -> int:
    """Ask for an erasure and gather what it means; returns its number. Raises InvalidArgument, NotFound."""
    _check(wanted)

    def work() -> int:
        request_id = erasure.add_request(wanted, who.key)
        if request_id is None:
            raise NotFound
        erasure.add_event(request_id, "asked", who.signature, {"kind": wanted.kind})
        return request_id

    request_id = in_transaction(work)
    gather(find(request_id, wanted.runtime_agent_id))
    return request_id


def gather(request: RequestRow) -> None:
    """Take in what a request means and what was built on that, batch by batch; again is the same as once."""
    last: int | None = 0
    while last is not None:
        last = erasure_items.gather_targets(request, last, limits.ERASURE_GATHER_BATCH)
    gather_descendants(request, is_open=True)
    erasure.move_request(request.request_id, "gathering", "waiting")


def gather_descendants(request: RequestRow, *, is_open: bool) -> None:
    """Take in what was built on every item that is erased; once a request is decided all of it is kept withheld."""
    while erasure_items.gather_descendants(request, limits.ERASURE_GATHER_BATCH, is_open=is_open):
        pass


def include_linked(request_id: int, agent_id: int, who: Who) -> None:
    """Mean the linked accounts of the person too, as was confirmed. Raises NotFound, Conflict."""
    find(request_id, agent_id)

    def work() -> None:
        _hold_waiting(request_id)
        if not erasure.link_request(request_id):
            raise InvalidArgument.of("kind", "Only a request that means a person has linked accounts.")
        erasure.add_event(request_id, "linked", who.signature, {})

    in_transaction(work)
    gather(find(request_id, agent_id))


def choose(
    request: RequestRow, item_ids: Sequence[int] | None, choice: str, why: str | None, who: Who
) -> None:
    """Choose what becomes of these items that were built on what is erased; of all of them for None.

    A release says why, for the second person to read. Raises InvalidArgument, NotFound, Conflict.
    """
    if choice not in {"erase", "keep", "release"}:
        raise InvalidArgument.of("choice", "Choose erase, keep or release.")
    if (choice == "release") != (why is not None):
        raise InvalidArgument.of("why", "Say why, for a release and for nothing else.")

    def work() -> None:
        _hold_waiting(request.request_id)
        chosen = erasure_items.choose(request.request_id, item_ids, choice, why)
        if item_ids is not None and chosen != len(set(item_ids)):
            raise NotFound
        erasure.add_event(request.request_id, "chosen", who.signature, {"choice": choice, "items": chosen})
        gather_descendants(request, is_open=True)

    in_transaction(work)


def withdraw(request: RequestRow, who: Who) -> None:
    """Take a request back that nobody has decided on; only whoever asked may. Raises NotFound, Conflict."""
    if (request.asked_by_kind, request.asked_by) != (who.kind, who.number):
        raise NotFound

    def work() -> None:
        status = erasure.lock_request(request.request_id)
        if status not in {"gathering", "waiting"} or not erasure.move_request(
            request.request_id, status, "withdrawn"
        ):
            raise Conflict("This request was decided.")
        erasure.add_event(request.request_id, "withdrawn", who.signature, {})

    in_transaction(work)


def decide(request: RequestRow, who: Who, version: int, *, is_approved: bool) -> None:
    """Approve or refuse a request as it was read, for someone else.

    `version` is the request's when it was read. Raises NotFound for whoever asked, Conflict when something was chosen
    since or somebody decided.
    """
    if (request.asked_by_kind, request.asked_by) == (who.kind, who.number):
        raise NotFound

    def work() -> None:
        _hold_waiting(request.request_id)
        if not erasure.decide_request(request.request_id, who.key, version, is_approved=is_approved):
            raise Conflict("This request was changed since it was read. Read it again, then decide.")
        what = "approved" if is_approved else "refused"
        erasure.add_event(request.request_id, what, who.signature, {"version": version})

    in_transaction(work)


def find(request_id: int, agent_id: int | None = None) -> RequestRow:
    """Return one request, of one agent where it is given; NotFound when there is none such."""
    rows = erasure.list_requests(RequestsWanted(agent_id=agent_id, request_id=request_id), 1)
    if not rows:
        raise NotFound
    return rows[0]


def listed(wanted: RequestsWanted, limit: int) -> list[RequestRow]:
    """Return requests, newest first."""
    return erasure.list_requests(wanted, limit)


def steps(request_id: int) -> list[EventRow]:
    """Return the steps of a request, oldest first."""
    return erasure.list_events(request_id, limits.ERASURE_EVENTS_SHOWN)


def linked_accounts(request: RequestRow) -> list[LinkedAccount]:
    """Return the accounts of the person who is meant; none where no person is."""
    return erasure.linked_accounts(request.request_id) if request.kind == "person" else []


def _hold_waiting(request_id: int) -> None:
    if erasure.lock_request(request_id) != "waiting":
        raise Conflict("This request does not wait for anything any more.")


def _check(wanted: NewRequest) -> None:
    named = [
        kind
        for kind, number in (
            ("message", wanted.message_id),
            ("conversation", wanted.conversation_id),
            ("person", wanted.actor_id),
        )
        if number is not None
    ]
    has_times = wanted.sent_after is not None or wanted.sent_before is not None
    if named != ([] if wanted.kind == "time_range" else [wanted.kind]):
        raise InvalidArgument.of("kind", "Name one message, conversation or person, or times alone.")
    if wanted.kind == "time_range" and not has_times:
        raise InvalidArgument.of("after", "Give at least one end of the time.")
    if wanted.sent_after and wanted.sent_before and wanted.sent_after >= wanted.sent_before:
        raise InvalidArgument.of("before", "Choose a later time than the other end.")
    if not limits.REASON_CHARACTERS_MIN <= len(wanted.reason.strip()) <= limits.REASON_CHARACTERS:
        raise InvalidArgument.of(
            "reason",
            f"Give a reason of {limits.REASON_CHARACTERS_MIN} to {limits.REASON_CHARACTERS} characters.",
        )
