"""The execution of an approved request: in batches that each commit by themselves, so that it can stop anywhere."""

from collections.abc import Iterator
from dataclasses import dataclass

from conversation_search import limits
from conversation_search.erasure import registry, requests
from conversation_search.erasure.people import WORKER
from conversation_search.erasure.registry import Batch
from conversation_search.erasure.requests import RequestRow
from conversation_search.errors import Conflict
from conversation_search.managers import erasure, erasure_items, erasure_stores, retention
from conversation_search.managers.transactions import in_transaction

DUE = ("approved", "running", "erased", "incomplete")
"""States of requests that a worker has something to do for."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many items of how many have been dealt with."""

    done: int
    total: int


def execute(request: RequestRow) -> Iterator[Progress]:
    """Erase what a request means, batch by batch; whoever stops it may begin again where it was.

    Two workers may do this at once: they take turns at batches. Raises Conflict for a request that is not approved.
    """
    in_transaction(lambda: _start(request))
    total, left = _figures(request)
    yield Progress(total - left, total)
    while taken := in_transaction(lambda: _erase_batch(request)):
        left -= taken
        yield Progress(min(total - left, total), total)
    _end(request)


def _start(request: RequestRow) -> None:
    """Begin, or resume: what is not gone is tried again."""
    if erasure.lock_request(request.request_id) not in {*DUE, "complete"}:
        raise Conflict("This request is not approved.")
    counted = {store.name: store.count(request.request_id, None).found for store in registry.STORES}
    erasure.start(request.request_id, counted)
    erasure_items.retry(request.request_id)
    erasure.add_event(request.request_id, "started", WORKER, counted)


def _figures(request: RequestRow) -> tuple[int, int]:
    counts = erasure_items.count(request.request_id)
    meant = [one for one in counts if one.choice == "erase"]
    return sum(one.items for one in meant), sum(one.items for one in meant if one.state == "pending")


def _erase_batch(request: RequestRow) -> int:
    """Erase the next items everywhere, write down what became of them, and tell how many there were."""
    if erasure.lock_request(request.request_id) != "running":
        return 0
    items = erasure_items.take(request.request_id, limits.ERASURE_BATCH)
    if not items:
        return 0
    batch = Batch(
        request.request_id,
        request.agent_id,
        [item.id for item in items],
        sorted(item.subject_id for item in items if item.kind == "message" and item.is_target),
        sorted(item.subject_id for item in items if item.kind == "message" and not item.is_target),
        sorted(item.subject_id for item in items if item.kind == "memory"),
    )
    retention.await_holds()
    before = _counted(batch)
    for store in registry.STORES:
        store.erase(batch)
    after = _counted(batch)
    erasure.add_progress(request.request_id, {name: before[name] - after[name] for name in before})
    erasure_items.settle(batch.item_ids)
    erasure_stores.record_erased(request.request_id, batch.item_ids)
    return len(items)


def _counted(batch: Batch) -> dict[str, int]:
    return {store.name: store.count(batch.request_id, batch.item_ids).found for store in registry.STORES}


def _end(request: RequestRow) -> None:
    """Release what may be, remove the tombstones that nothing needs, and say that it is done."""
    erasure_items.regather(request.request_id)
    requests.gather_descendants(request, is_open=False)
    in_transaction(lambda: _settle(request))
    removed = remove_tombstones(request.request_id)

    def work() -> None:
        if erasure.lock_request(request.request_id) == "running" and erasure.end(request.request_id):
            erasure.add_event(request.request_id, "erased", WORKER, {"tombstones_removed": removed})

    in_transaction(work)


def _settle(request: RequestRow) -> None:
    erasure_items.release(request.request_id)
    erasure_items.settle_descendants(request.request_id)
    erasure_stores.record_erased(request.request_id, None)


def remove_tombstones(request_id: int) -> int:
    """Remove the tombstones of a request on which nothing is built any more; returns how many went."""
    removed = 0
    while gone := in_transaction(lambda: erasure_items.remove_tombstones(request_id, limits.ERASURE_BATCH)):
        removed += gone
    return removed
