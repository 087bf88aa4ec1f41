"""What was built directly on what is erased is erased too, kept withheld, or released by a second person."""

from collections.abc import Callable

import pytest

from conversation_search.erasure import requests
from conversation_search.errors import InvalidArgument, NotFound
from conversation_search.models import MessageEvent
from tests.cast import Cast
from tests.contract.asking import class_of, is_withheld, may_show
from tests.database import column, run_script, value
from tests.erasure.asked import (
    RITA,
    approve,
    ask_for_message,
    body_of,
    built_on_it,
    carry_out,
    choose,
    erase,
    only_descendant,
    states,
)
from tests.factories import MemoryFactory, ReplyFactory
from tests.runs.turns import delete

WHY = "it names nobody and says only that it is friday"
MEMORY = "SELECT body, withheld_at IS NOT NULL FROM memories WHERE id = %(id)s::bigint"


@pytest.fixture
def message(cast: Cast) -> MessageEvent:
    """Give what will be erased."""
    return cast.says(cast.ana, cast.launch, "my key is plum")


def reply_on(cast: Cast, *sources: MessageEvent) -> MessageEvent:
    """Store a reply that was built on these."""
    return ReplyFactory.create(conversation=cast.launch, sources=list(sources), body="the key is plum")


def test_the_preview_lists_replies_and_memories_built_on_it_and_nothing_deeper(
    cast: Cast, message: MessageEvent
) -> None:
    reply = reply_on(cast, message)
    answer = ReplyFactory.create(conversation=cast.launch, answered=message)
    memory = MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[message])
    reply_on(cast, reply)
    request = ask_for_message(cast, message)
    listed = {(one.kind, one.subject_id, one.choice) for one in built_on_it(request)}
    assert listed == {
        ("message", reply.pk, "keep"),
        ("message", answer.pk, "keep"),
        ("memory", memory.pk, "keep"),
    }


@pytest.mark.lineage
def test_what_was_built_on_an_erased_message_is_withheld_unless_something_else_is_chosen(
    cast: Cast, message: MessageEvent
) -> None:
    reply = reply_on(cast, message)
    request = erase(ask_for_message(cast, message))
    assert (body_of(reply), is_withheld(reply)) == ("the key is plum", True)
    assert not may_show(cast.asks(cast.ana, cast.launch), reply)
    assert (reply.pk, "kept") in states(request)


def test_what_is_built_on_it_after_the_preview_is_withheld_and_listed(
    cast: Cast, message: MessageEvent
) -> None:
    request = approve(ask_for_message(cast, message))
    late = reply_on(cast, message)
    carry_out(request)
    assert is_withheld(late)
    assert (late.pk, "kept") in states(request)


def test_a_reply_that_is_erased_withholds_what_was_built_on_it_in_turn(
    cast: Cast, message: MessageEvent
) -> None:
    reply = reply_on(cast, message)
    deeper = reply_on(cast, reply)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "erase")
    assert {one.subject_id for one in built_on_it(request)} == {reply.pk, deeper.pk}
    erase(request)
    assert (body_of(reply), body_of(deeper), is_withheld(deeper)) == ("", "the key is plum", True)


def test_a_released_reply_goes_to_its_old_audience_again_and_no_further(
    cast: Cast,
) -> None:
    message = cast.says(cast.ana, cast.dm_ana, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.dm_ana, sources=[message], body="friday it is")
    before = class_of(reply)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    erase(request)
    assert (is_withheld(reply), class_of(reply)) == (False, before)
    assert may_show(cast.asks(cast.ana, cast.dm_ana), reply)
    assert not may_show(cast.asks(cast.ben, cast.launch), reply)


def test_a_release_waits_until_it_was_approved(cast: Cast, message: MessageEvent) -> None:
    reply = reply_on(cast, message)
    delete(message)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    assert is_withheld(reply)
    erase(request)
    assert not is_withheld(reply)


def test_a_release_is_of_no_use_where_another_deleted_message_is_quoted(
    cast: Cast, message: MessageEvent
) -> None:
    other = cast.says(cast.ben, cast.launch, "his key is pear")
    reply = reply_on(cast, message, other)
    delete(other)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    request = erase(request)
    assert is_withheld(reply)
    assert (reply.pk, "kept") in states(request)


def test_a_released_reply_is_withheld_again_with_the_next_deletion(cast: Cast, message: MessageEvent) -> None:
    other = cast.says(cast.ben, cast.launch, "his key is pear")
    reply = reply_on(cast, message, other)
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    erase(request)
    assert not is_withheld(reply)
    delete(other)
    assert is_withheld(reply)


def test_a_memory_is_released_alike(cast: Cast, message: MessageEvent) -> None:
    other = cast.says(cast.ben, cast.launch, "on friday")
    memory = MemoryFactory.create(
        run=cast.asks(cast.ana, cast.launch), sources=[message, other], body="friday"
    )
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    erase(request)
    assert column("SELECT withheld_at FROM memories WHERE id = %(id)s::bigint", id=memory.pk) == [None]


def test_a_memory_dies_with_the_last_thing_it_was_formed_from_whatever_was_chosen(
    cast: Cast, message: MessageEvent
) -> None:
    memory = MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[message], body="plum")
    request = ask_for_message(cast, message)
    choose(request, only_descendant(request), "release", WHY)
    request = erase(request)
    assert value("SELECT count(*) FROM memories WHERE body <> ''") == 0
    assert (memory.pk, "erased") in states(request)


@pytest.mark.parametrize(
    ("choice", "why"), [("release", None), ("keep", WHY), ("erase", WHY), ("forget", None)]
)
def test_a_choice_that_means_nothing_is_refused(
    cast: Cast, message: MessageEvent, choice: str, why: str | None
) -> None:
    reply_on(cast, message)
    request = ask_for_message(cast, message)
    with pytest.raises(InvalidArgument):
        choose(request, only_descendant(request), choice, why)


def test_nothing_of_another_request_is_chosen(cast: Cast, message: MessageEvent) -> None:
    reply_on(cast, message)
    mine, other = ask_for_message(cast, message), ask_for_message(cast, message)
    with pytest.raises(NotFound):
        requests.choose(mine, [only_descendant(other).item_id], "erase", None, RITA)


def test_all_of_them_are_chosen_at_once(cast: Cast, message: MessageEvent) -> None:
    replies = [reply_on(cast, message) for _ in range(3)]
    request = ask_for_message(cast, message)
    requests.choose(request, None, "erase", None, RITA)
    erase(request)
    assert {body_of(one) for one in replies} == {None}


NEVER_WITHHELD = """
CREATE OR REPLACE FUNCTION mesh_withhold_quotes(message_ids bigint[], memory_ids bigint[], gone_at timestamptz)
RETURNS void LANGUAGE sql VOLATILE RETURN NULL
"""
ALWAYS_RELEASED = """
CREATE OR REPLACE FUNCTION mesh_may_release(of_kind text, of_subject_id bigint)
RETURNS boolean LANGUAGE sql STABLE RETURN true
"""


@pytest.mark.parametrize(
    "named",
    [
        test_what_was_built_on_an_erased_message_is_withheld_unless_something_else_is_chosen,
        test_what_is_built_on_it_after_the_preview_is_withheld_and_listed,
        test_a_reply_that_is_erased_withholds_what_was_built_on_it_in_turn,
    ],
)
def test_skip_taint_is_caught_by_name(
    cast: Cast, message: MessageEvent, named: Callable[[Cast, MessageEvent], None]
) -> None:
    run_script(NEVER_WITHHELD)
    with pytest.raises(AssertionError):
        named(cast, message)


def test_a_release_that_asks_nobody_is_caught_by_name(cast: Cast, message: MessageEvent) -> None:
    run_script(ALWAYS_RELEASED)
    with pytest.raises(AssertionError):
        test_a_release_is_of_no_use_where_another_deleted_message_is_quoted(cast, message)
