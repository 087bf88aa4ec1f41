"""A receipt says what every store holds of an erasure, looked at in a later transaction, and says it for good."""

import hashlib
import json

import pytest

from conversation_search.erasure import receipts, requests
from conversation_search.errors import Conflict
from tests.cast import Cast
from tests.database import execute, value
from tests.erasure.asked import (
    HERE,
    REASON,
    RITA,
    again,
    approve,
    ask_for_message,
    ask_for_person,
    built_on_it,
    carry_out,
    choose,
    erase,
    receipt_of,
    stores_of,
)
from tests.erasure.test_erasers import STRAY_DOCUMENT
from tests.factories import MemoryFactory, ReplyFactory


def test_a_receipt_tells_of_each_store_what_was_there_what_was_deleted_and_what_is_left(
    committed_cast: Cast,
) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plumquat")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message], body="plumquat it is")
    MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[message, reply])
    request = ask_for_message(cast, message)
    requests.choose(request, None, "erase", None, RITA)
    erase(request)
    receipt = receipt_of(request)
    found = stores_of(receipt)
    words = found.pop("vocabulary")
    assert found == {
        "messages": (1, 1, 0),
        "replies": (1, 1, 0),
        "memories": (1, 1, 0),
        "search_documents": (2, 2, 0),
    }
    assert (words[0] == words[1] > 0, words[2], receipt["complete"]) == (True, 0, True)


def test_a_receipt_says_who_asked_why_and_who_approved_in_pseudonymous_ids(committed_cast: Cast) -> None:
    cast = committed_cast
    cast.says(cast.ana, cast.launch, "plum")
    request = erase(ask_for_person(cast, cast.ana))
    receipt = receipt_of(request)
    assert (receipt["reason"], receipt["asked"]["by"], receipt["approved"]["by"]) == (REASON, "rita", "omar")
    assert receipt["asked"]["at"].endswith("Z")
    (person,) = receipt["selector"]["people"]
    assert len(person) == 8
    assert receipt["selector"]["agent"] == cast.agent.slug
    assert (receipt["code_version"], "30 days" in receipt["backups"]) == ("1.2.3", True)
    written = receipts.newest(request.request_id).document
    assert not any(word in written for word in ('"plum', '"ana"', '"Ana"', '"launch"'))


def test_a_receipt_is_of_a_later_transaction_than_the_erasure(committed_cast: Cast) -> None:
    cast = committed_cast
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    receipt = receipt_of(request)
    assert int(receipt["verified"]["transaction"]) > int(receipt["erased"]["transaction"])
    assert receipt["verified"]["at"] > receipt["erased"]["at"]


def test_no_receipt_is_written_in_the_transaction_that_erased(cast: Cast) -> None:
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    with pytest.raises(Conflict):
        receipts.verify(request, HERE)


def test_no_receipt_is_written_of_what_was_not_executed(cast: Cast) -> None:
    request = approve(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    with pytest.raises(Conflict):
        receipts.verify(request, HERE)


def test_a_receipt_is_canonical_json_with_the_digest_of_its_bytes(committed_cast: Cast) -> None:
    cast = committed_cast
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    kept = receipts.verify(request, HERE)
    assert kept.document == json.dumps(json.loads(kept.document), sort_keys=True, separators=(",", ":"))
    assert kept.sha256 == hashlib.sha256(kept.document.encode()).hexdigest()


def test_a_receipt_names_its_row_of_the_audit(committed_cast: Cast) -> None:
    cast = committed_cast
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    place = receipt_of(request)["seal"]
    named = value("SELECT what FROM erasure_events WHERE id = %(id)s::bigint", id=place["row"])
    assert (place["table"], named) == ("erasure_events", "verified")


@pytest.mark.parametrize("store", ["search_documents"])
def test_one_store_that_holds_something_makes_a_receipt_incomplete(committed_cast: Cast, store: str) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    request = erase(ask_for_message(cast, message))
    assert receipt_of(request)["complete"] is True
    execute(STRAY_DOCUMENT, id=message.pk)
    receipt = receipt_of(request)
    assert (receipt["complete"], stores_of(receipt)[store][2]) == (False, 1)
    assert again(request).status == "incomplete"
    carry_out(request)
    assert receipt_of(request)["complete"] is True


def test_every_verification_leaves_a_receipt_of_its_own(committed_cast: Cast) -> None:
    cast = committed_cast
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    first, second = receipts.verify(request, HERE), receipts.verify(again(request), HERE)
    kept = receipts.receipts(request.request_id)
    assert [one.receipt_id for one in kept] == [second.receipt_id, first.receipt_id]


def test_a_receipt_counts_what_was_kept_and_released(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plum")
    for _ in range(3):
        ReplyFactory.create(conversation=cast.launch, sources=[message])
    request = ask_for_message(cast, message)
    first, second, _ = built_on_it(request)
    choose(request, first, "release", "it says nothing of hers")
    choose(request, second, "erase")
    erase(request)
    receipt = receipt_of(request)
    built = {name: number for name, number in receipt["built_on_it"].items() if number}
    assert (built, receipt["tombstones_left"]) == ({"erased": 1, "kept": 1, "released": 1}, 1)


def test_ledgers_keep_numbers_and_the_receipt_says_so(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plum")
    run = cast.asks(cast.ana, cast.launch)
    run.ledger.create(
        runtime_agent=cast.agent, run=run, message_event=message, source="window", position=0, revision=1
    )
    request = erase(ask_for_message(cast, message))
    assert receipt_of(request)["named_by_number"] == {"ledger_entries": 1, "tool_calls": 0}
