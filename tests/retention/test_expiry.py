"""What has expired is hidden at once, by the rule itself, from everything a run is told, as if it were deleted."""

from datetime import timedelta
from typing import Any

import pytest

from conversation_search.audit.access_log import Who
from conversation_search.audit.explain import explain
from conversation_search.models import MessageEvent, Run
from conversation_search.retrieval.history import load_window
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import value
from tests.factories import LedgerEntryFactory
from tests.factories.policies import remove_policy, set_policy
from tests.search.asking import NOW, ask, last_audit, public_ids

SHOWN_SINCE = "SELECT now() - mesh_shown_since(%(id)s::bigint)"


def said(cast: Cast, days_ago: int, body: str = "the plum migration", **details: Any) -> MessageEvent:  # noqa: ANN401
    """Let Ana say something in #launch some days ago."""
    sent_at = value("SELECT now()") - timedelta(days=days_ago)
    return cast.says(cast.ana, details.pop("room", cast.launch), body, sent_at=sent_at, **details)


def found(run: Run, query: str = "plum") -> list[str]:
    """Return the ids of everything a search shows."""
    shown: list[str] = ask(run, query)["message_ids"]
    return shown


def public(run: Run, *messages: MessageEvent) -> list[str]:
    """Return messages as a model reads their ids."""
    return [public_ids(run).encode("message", message.pk) for message in messages]


def expire_all(cast: Cast) -> None:
    """Let everything of #launch that is older than 30 days expire."""
    set_policy(30, runtime_agent=cast.agent, conversation=cast.launch)


def test_an_expired_message_is_neither_found_nor_counted(cast: Cast) -> None:
    old, new = said(cast, 31), said(cast, 29)
    run = cast.asks(cast.ana, cast.launch)
    assert found(run) == public(run, new, old)
    expire_all(cast)
    run = cast.asks(cast.ana, cast.launch)
    assert found(run) == public(run, new)
    assert last_audit(run).matched == 1


def test_an_expired_message_is_no_neighbour_and_takes_no_neighbours_place(cast: Cast) -> None:
    hidden, hit = said(cast, 31, "before it"), said(cast, 29)
    expire_all(cast)
    run = cast.asks(cast.ana, cast.launch)
    shown = found(run)
    assert shown == public(run, hit)
    assert public(run, hidden)[0] not in shown


def test_an_expired_message_is_not_in_the_history_window(cast: Cast) -> None:
    said(cast, 31)
    kept = said(cast, 29)
    expire_all(cast)
    run = cast.asks(cast.ana, cast.launch)
    assert [shown.message_event_id for shown in load_window(cast.agent.pk, run.pk, 5)] == [kept.pk]


def test_the_authority_vouches_for_no_expired_message(cast: Cast) -> None:
    message = said(cast, 31)
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, message)
    expire_all(cast)
    assert not may_show(run, message)


def test_a_recheck_denies_what_expired_since_it_was_shown(cast: Cast) -> None:
    message = said(cast, 31)
    run = cast.asks(cast.ana, cast.launch)
    LedgerEntryFactory.create(run=run, message_event=message)
    assert delivery.recheck(cast.agent.pk, run.pk, NOW).deliverable
    expire_all(cast)
    judged = delivery.recheck(cast.agent.pk, run.pk, NOW)
    assert [(denied.message_id, denied.rule) for denied in judged.denied] == [(message.pk, "deleted")]


def test_an_explanation_says_that_a_message_has_expired(cast: Cast) -> None:
    message = said(cast, 31)
    expire_all(cast)
    run = cast.asks(cast.ana, cast.launch)
    explained = explain(cast.agent.pk, run.pk, message.pk, Who("user", "rita"))
    assert explained.rule == "expired"


def test_no_word_of_an_expired_message_is_suggested_for_another(cast: Cast) -> None:
    said(cast, 31, "the plumage")
    expire_all(cast)
    assert found(cast.asks(cast.ana, cast.launch), "plumagee") == []


def test_what_expired_has_no_part_in_the_rank_of_what_has_not(cast: Cast) -> None:
    said(cast, 31, "something else")
    said(cast, 29)
    cast.says(cast.ben, cast.board, "the plum migration", sent_at=value("SELECT now() - interval '1 day'"))
    run = cast.asks(cast.ana, cast.board)
    assert "requester_spoke" in str(ask(run, "plum"))
    set_policy(20, runtime_agent=cast.agent, conversation=cast.launch)
    assert "requester_spoke" not in str(ask(cast.asks(cast.ana, cast.board), "plum"))


def test_a_search_never_extends_a_lifetime(cast: Cast) -> None:
    message = said(cast, 29)
    expire_all(cast)
    before = value("SELECT mesh_shown_since(%(id)s::bigint, now())", id=cast.launch.pk)
    assert found(cast.asks(cast.ana, cast.launch)) != []
    assert value("SELECT mesh_shown_since(%(id)s::bigint, now())", id=cast.launch.pk) == before
    set_policy(28, runtime_agent=cast.agent, conversation=cast.launch)
    assert not may_show(cast.asks(cast.ana, cast.launch), message)


@pytest.mark.parametrize(("days_ago", "shown"), [(29, True), (31, False)])
def test_an_edit_does_not_extend_a_lifetime(cast: Cast, days_ago: int, *, shown: bool) -> None:
    message = said(cast, days_ago, edited_at=value("SELECT now()"))
    expire_all(cast)
    assert may_show(cast.asks(cast.ana, cast.launch), message) is shown


def test_the_narrowest_policy_decides(cast: Cast) -> None:
    def days() -> int | None:
        since: timedelta | None = value(
            "SELECT CASE WHEN mesh_shown_since(%(id)s::bigint) > '-infinity' "
            "THEN now() - mesh_shown_since(%(id)s::bigint, now()) END",
            id=cast.launch.pk,
        )
        return None if since is None else since.days

    assert days() is None
    decided = []
    scopes: tuple[dict[str, Any], ...] = (
        {},
        {"runtime_agent": cast.agent},
        {"runtime_agent": cast.agent, "connector": cast.slack},
        {"runtime_agent": cast.agent, "conversation": cast.launch},
    )
    for number, scope in enumerate(scopes):
        set_policy(100 - number, **scope)
        decided.append(days())
    remove_policy(runtime_agent=cast.agent, conversation=cast.launch)
    assert [*decided, days()] == [100, 99, 98, 97, 98]


def test_a_room_may_keep_for_good_what_its_agent_does_not(cast: Cast) -> None:
    message, other = said(cast, 500), said(cast, 500, room=cast.shared)
    set_policy(30, runtime_agent=cast.agent)
    set_policy(None, runtime_agent=cast.agent, conversation=cast.launch)
    run = cast.asks(cast.ana, cast.launch)
    assert (may_show(run, message), may_show(run, other)) == (True, False)


def test_a_policy_of_another_agent_or_connector_decides_nothing(cast: Cast) -> None:
    message = said(cast, 500)
    set_policy(30, runtime_agent=Cast.assemble().agent)
    set_policy(30, runtime_agent=cast.agent, connector=cast.elsewhere)
    assert may_show(cast.asks(cast.ana, cast.launch), message)


def test_a_legal_minimum_shows_nothing_that_has_expired(cast: Cast) -> None:
    message = said(cast, 31)
    expire_all(cast)
    set_policy(90, "legal_minimum", runtime_agent=cast.agent)
    assert not may_show(cast.asks(cast.ana, cast.launch), message)


@pytest.mark.parametrize("narrow", ["conversation", "connector"])
@pytest.mark.parametrize(("wide", "own", "shown"), [(10, 60, True), (60, 10, False), (10, None, True)])
def test_a_search_goes_by_the_policy_of_the_room_where_others_have_another(
    cast: Cast, narrow: str, wide: int, own: int | None, *, shown: bool
) -> None:
    message = said(cast, 30)
    scope: dict[str, Any] = {narrow: cast.launch if narrow == "conversation" else cast.slack}
    set_policy(wide, runtime_agent=cast.agent)
    set_policy(own, runtime_agent=cast.agent, **scope)
    run = cast.asks(cast.ana, cast.launch)
    assert found(run) == (public(run, message) if shown else [])
