"""What a hold protects is not erased: it is shown in the preview, asked again by each deletion, told in receipts."""

from collections.abc import Callable

import pytest
from django.db import transaction

from conversation_search.erasure import execution, preview
from tests.cast import Cast
from tests.database import column, run_script, session
from tests.erasure.asked import (
    again,
    approve,
    ask_for_message,
    ask_for_person,
    body_of,
    carry_out,
    choose,
    erase,
    only_descendant,
    receipt_of,
    states,
    stores_of,
)
from tests.factories import HoldFactory, MemoryFactory, ReplyFactory
from tests.factories.holds import release
from tests.runs.turns import delete

NEVER_HELD = """
CREATE OR REPLACE FUNCTION mesh_must_keep(message_id bigint, moment timestamptz DEFAULT statement_timestamp())
RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE RETURN false
"""


def test_a_held_message_is_not_erased(cast: Cast) -> None:
    held, free = cast.says(cast.ana, cast.board, "held"), cast.says(cast.ana, cast.launch, "free")
    request = approve(ask_for_person(cast, cast.ana))
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    request = carry_out(request)
    assert (body_of(held), body_of(free)) == ("held", None)
    assert (held.pk, "held") in states(request)


def test_a_held_message_is_erased_once_the_hold_is_released(cast: Cast) -> None:
    held = cast.says(cast.ana, cast.board, "held")
    hold = HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    request = erase(ask_for_message(cast, held))
    assert body_of(held) == "held"
    release(hold)
    carry_out(request)
    assert body_of(held) is None


def test_a_reply_that_a_hold_protects_is_not_erased_with_its_source(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    reply = ReplyFactory.create(conversation=cast.board, sources=[message], body="plum it is")
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "erase")
    erase(request)
    assert (body_of(message), body_of(reply)) == ("", "plum it is")


def test_a_memory_is_held_with_a_message_that_it_was_formed_from(cast: Cast) -> None:
    free, held = cast.says(cast.ana, cast.launch, "free"), cast.says(cast.ana, cast.board, "held")
    memory = MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[free, held], body="plum")
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    request = ask_for_message(cast, free)
    choose(request, only_descendant(request), "erase")
    erase(request)
    assert column("SELECT body FROM memories WHERE id = %(id)s::bigint", id=memory.pk) == ["plum"]


def test_a_tombstone_that_is_held_stays(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.board, "plum")
    delete(message)
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    erase(ask_for_message(cast, message))
    assert body_of(message) == ""


def test_the_preview_counts_what_is_held(cast: Cast) -> None:
    cast.says(cast.ana, cast.board, "held")
    cast.says(cast.ana, cast.launch, "free")
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    seen = preview.preview(ask_for_person(cast, cast.ana))
    counted = {store.name: (store.found, store.held) for store in seen.stores}
    assert counted["messages"] == (2, 1)
    assert counted["search_documents"] == (2, 1)


def test_the_receipt_of_an_erasure_that_a_hold_kept_back_is_not_complete(committed_cast: Cast) -> None:
    cast = committed_cast
    cast.says(cast.ana, cast.board, "held")
    cast.says(cast.ana, cast.launch, "free")
    hold = HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    request = erase(ask_for_person(cast, cast.ana))
    receipt = receipt_of(request)
    assert (receipt["complete"], stores_of(receipt)["messages"]) == (False, (2, 1, 1))
    assert next(store["held"] for store in receipt["stores"] if store["store"] == "messages") == 1
    with transaction.atomic():
        release(hold)
    carry_out(again(request))
    receipt = receipt_of(request)
    assert (receipt["complete"], stores_of(receipt)["messages"]) == (True, (2, 2, 0))


def test_a_hold_that_is_placed_between_batches_protects_the_next_one(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conversation_search.limits.ERASURE_BATCH", 1)
    said = [cast.says(cast.ana, cast.launch, "plum") for _ in range(3)]
    steps = execution.execute(approve(ask_for_person(cast, cast.ana)))
    next(steps)
    next(steps)
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    list(steps)
    assert [body_of(one) for one in said] == ["", "plum", "plum"]


def test_a_hold_waits_for_the_batch_that_is_under_way(committed_cast: Cast) -> None:
    place = """
    INSERT INTO legal_holds (runtime_agent_id, reason) VALUES (%(agent_id)s::bigint, 'case 12')
    """
    with session() as erasing, session() as placing:
        erasing.rows("SELECT pg_advisory_xact_lock_shared(hashtextextended('mesh.legal_holds', 0))")
        placed = placing.start(place, agent_id=committed_cast.agent.pk)
        assert not placed.done()
        erasing.commit()
        placed.result()


@pytest.mark.parametrize(
    "named",
    [
        test_a_held_message_is_not_erased,
        test_a_reply_that_a_hold_protects_is_not_erased_with_its_source,
        test_a_memory_is_held_with_a_message_that_it_was_formed_from,
        test_a_tombstone_that_is_held_stays,
        test_the_preview_counts_what_is_held,
    ],
)
def test_skip_hold_check_is_caught_by_name(cast: Cast, named: Callable[[Cast], None]) -> None:
    run_script(NEVER_HELD)
    with pytest.raises(AssertionError):
        named(cast)
