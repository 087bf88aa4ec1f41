"""A change of a policy is previewed by the very rule, asked for by one person and saved by another."""

import pytest
from django.db import DatabaseError, transaction

from conversation_search.errors import NotFound, OutOfTurn
from conversation_search.managers.holds import Doer
from conversation_search.managers.policies import Change, PreviewRow
from conversation_search.models import RetentionChange, RetentionPolicy
from conversation_search.retention import policies
from tests.cast import Cast
from tests.contract.asking import delete, may_show
from tests.database import execute
from tests.factories import AgentFactory, HoldFactory
from tests.factories.policies import set_policy
from tests.retention.test_expiry import said

RITA, OLGA = Doer("user", 1, "rita"), Doer("user", 2, "olga")
WHY = "policy 7 of the handbook"


def keep(days: int | None, cast: Cast, kind: str = "lifetime", *, removes: bool = False) -> Change:
    """Return a change of the agent's policy."""
    return Change(kind, cast.agent.pk, None, None, days, removes)


def test_a_preview_counts_what_would_go_and_what_of_it_would_be_kept(cast: Cast) -> None:
    said(cast, 31)
    said(cast, 31, room=cast.board)
    said(cast, 29)
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    assert policies.preview(keep(30, cast)) == PreviewRow(2, 1, 0, 0)
    assert RetentionPolicy.objects.filter(runtime_agent=cast.agent).count() == 0


def test_a_preview_of_a_longer_lifetime_counts_what_would_be_shown_again(cast: Cast) -> None:
    said(cast, 31)
    set_policy(30, runtime_agent=cast.agent)
    assert policies.preview(keep(60, cast)) == PreviewRow(0, 0, 1, 0)
    assert policies.preview(keep(None, cast, removes=True)) == PreviewRow(0, 0, 1, 0)


def test_a_preview_knows_the_precedence(cast: Cast) -> None:
    said(cast, 31)
    said(cast, 31, room=cast.board)
    set_policy(None, runtime_agent=cast.agent, conversation=cast.board)
    assert policies.preview(keep(30, cast)).would_expire == 1
    taken_away = Change("lifetime", cast.agent.pk, None, cast.board.pk, None, removes=True)
    set_policy(30, runtime_agent=cast.agent)
    assert policies.preview(taken_away).would_expire == 1


def test_a_preview_of_a_shorter_legal_minimum_counts_what_would_be_purged(cast: Cast) -> None:
    set_policy(90, "legal_minimum", runtime_agent=cast.agent)
    for room in (cast.launch, cast.board):
        delete(said(cast, 40, room=room))
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    assert policies.preview(keep(60, cast, "legal_minimum")) == PreviewRow(0, 0, 0, 0)
    assert policies.preview(keep(30, cast, "legal_minimum")) == PreviewRow(0, 0, 0, 1)
    assert policies.preview(keep(None, cast, "legal_minimum", removes=True)) == PreviewRow(0, 0, 0, 1)


def test_a_change_does_nothing_until_a_second_person_saves_it(cast: Cast) -> None:
    message = said(cast, 31)
    change_id = policies.ask(keep(30, cast), RITA, WHY)
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, message)
    with pytest.raises(OutOfTurn):
        policies.decide(change_id, RITA, WHY, saved=True)
    assert may_show(run, message)
    policies.decide(change_id, OLGA, WHY, saved=True)
    assert not may_show(run, message)


def test_a_change_is_answered_once(cast: Cast) -> None:
    change_id = policies.ask(keep(30, cast), RITA, WHY)
    policies.decide(change_id, RITA, "asked by mistake", saved=False)
    with pytest.raises(OutOfTurn):
        policies.decide(change_id, OLGA, WHY, saved=True)
    assert policies.find(change_id).answer == "refused"
    assert policies.in_force(cast.agent.pk) == []


def test_a_change_keeps_on_record_what_its_preview_counted(cast: Cast) -> None:
    said(cast, 31)
    change_id = policies.ask(keep(30, cast), RITA, WHY)
    assert policies.find(change_id).would_expire == 1


def test_a_policy_is_taken_away(cast: Cast) -> None:
    set_policy(30, runtime_agent=cast.agent)
    change_id = policies.ask(keep(None, cast, removes=True), RITA, WHY)
    policies.decide(change_id, OLGA, WHY, saved=True)
    assert policies.in_force(cast.agent.pk) == []


def test_what_is_of_another_agent_is_not_found(cast: Cast) -> None:
    other = AgentFactory.create()
    stranger = Change("lifetime", other.pk, None, cast.launch.pk, 30, removes=False)
    with pytest.raises(NotFound):
        policies.ask(stranger, RITA, WHY)
    change_id = policies.ask(keep(30, cast), RITA, WHY)
    with pytest.raises(NotFound):
        policies.decide(change_id, OLGA, WHY, other.pk, saved=True)


def test_names_of_the_platform_stand_for_rows_or_for_nothing(cast: Cast) -> None:
    found = policies.named(cast.agent.pk, ("slack", "acme"), "ana", "launch")
    assert (found.actor_id, found.conversation_id) == (cast.ana.pk, cast.launch.pk)
    for person, room in (("nobody", None), (None, "nowhere")):
        with pytest.raises(NotFound):
            policies.named(cast.agent.pk, ("slack", "acme"), person, room)
    with pytest.raises(NotFound):
        policies.named(cast.agent.pk, ("slack", "other"), None, None)


@pytest.mark.parametrize("days", [0, 36_501])
def test_a_number_of_days_that_makes_no_sense_is_refused(cast: Cast, days: int) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        set_policy(days, runtime_agent=cast.agent)


@pytest.mark.parametrize("days", [1, 36_500])
def test_a_day_and_a_century_are_lifetimes(cast: Cast, days: int) -> None:
    set_policy(days, runtime_agent=cast.agent)
    assert [policy.days for policy in policies.in_force(cast.agent.pk)] == [days]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE retention_policies SET days = 1",
        "DELETE FROM retention_policies",
        "TRUNCATE retention_policies",
        "UPDATE retention_changes SET days = 1",
        "DELETE FROM retention_changes",
        "TRUNCATE retention_changes CASCADE",
        "UPDATE retention_run_events SET deleted = 0",
        "TRUNCATE retention_run_events",
    ],
)
def test_the_database_refuses_what_no_second_person_saved(cast: Cast, change: str) -> None:
    set_policy(30, runtime_agent=cast.agent)
    execute(
        "INSERT INTO retention_run_events (run_key, runtime_agent_id, step, is_dry_run, deleted, kept, purged) "
        "VALUES (gen_random_uuid(), %(agent)s::bigint, 'started', false, 1, 0, 0)",
        agent=cast.agent.pk,
    )
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError), transaction.atomic():
        execute(change)


def test_a_saved_change_is_the_one_that_was_asked_for(cast: Cast) -> None:
    asked = RetentionChange.objects.get(pk=policies.ask(keep(30, cast), RITA, WHY))
    with pytest.raises(DatabaseError), transaction.atomic():
        RetentionChange.objects.create(
            kind="lifetime",
            runtime_agent=cast.agent,
            days=1,
            step="saved",
            asked=asked,
            would_expire=0,
            who_kind="user",
            who=2,
            who_name="olga",
            reason=WHY,
        )
