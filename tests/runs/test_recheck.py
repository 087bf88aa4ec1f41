"""The check before delivery: everything the run was shown, judged as a whole, now."""

import pytest

from conversation_search import limits
from conversation_search.errors import NotFound, RunClosed
from conversation_search.models import MessageEvent
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.database import execute
from tests.factories import AgentFactory, ReplyFactory
from tests.factories.messages import record_evidence, room_audience_id
from tests.runs.turns import CHANGE_KIND, NOW, delete, denials, edit, judge, later, lists, shows, shows_window
from tests.search.crowd import say_all


def test_a_reply_built_on_nothing_may_be_sent_anywhere(cast: Cast) -> None:
    assert judge(cast.asks(cast.ana, cast.launch)).deliverable


def test_a_reply_built_on_what_the_room_may_read_may_be_sent(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "on friday")
    run = shows(cast.asks(cast.ana, cast.dm_ana), said)
    judgement = judge(run)
    assert (judgement.deliverable, judgement.denied, judgement.message_ids) == (True, (), (said.pk,))


@pytest.mark.privacy
def test_a_join_in_the_middle_of_a_run_denies_what_the_newcomer_could_not_read(cast: Cast) -> None:
    lists(cast.dm_ana, "ana", "mesh-agent")
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    public = cast.says(cast.ana, cast.launch, "for everyone")
    run = shows(cast.asks(cast.ana, cast.dm_ana), secret, public)
    assert judge(run).deliverable
    lists(cast.dm_ana, "ana", "ben", "mesh-agent")
    assert not judge(run).deliverable
    assert denials(judge(run)) == {secret.pk: "audience"}


def test_a_join_is_no_harm_where_whoever_joins_can_scroll_back(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "the numbers are in")
    run = shows(cast.asks(cast.ana, cast.board), said)
    lists(cast.board, "ana", "ben", "cleo", "mesh-agent")
    assert judge(run).deliverable


@pytest.mark.privacy
def test_a_newcomer_who_only_spoke_counts_as_a_reader(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    run = shows(cast.asks(cast.ana, cast.dm_ana), secret)
    cast.says(cast.ben, cast.dm_ana, "hello, I was added")
    assert denials(judge(run)) == {secret.pk: "audience"}


@pytest.mark.privacy
def test_a_guest_in_a_direct_message_gets_nothing_of_the_workspace(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "for the workspace")
    run = shows(cast.asks(cast.ana, cast.dm_ana), said)
    cast.says(cast.gus, cast.dm_ana, "hi, a guest here")
    assert denials(judge(run)) == {said.pk: "audience"}


@pytest.mark.privacy
def test_a_room_gone_private_takes_its_old_messages_with_it(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "said when it was public")
    run = shows(cast.asks(cast.cleo, cast.dm_cleo), said)
    assert judge(run).deliverable
    execute(CHANGE_KIND, id=cast.launch.pk, kind="private_channel")
    lists(cast.launch, "ana", "ben")
    assert denials(judge(run)) == {said.pk: "audience"}


@pytest.mark.privacy
def test_what_the_run_was_opened_with_goes_on_to_bind_it(cast: Cast) -> None:
    lists(cast.dm_ana, "ana", "ben", "mesh-agent")
    run = cast.asks(cast.ana, cast.dm_ana)
    lists(cast.dm_ana, "ana", "mesh-agent")
    secret = cast.says(cast.ana, cast.dm_ana, "now that ben has left")
    assert denials(judge(shows(run, secret))) == {secret.pk: "audience"}


def test_a_deleted_message_denies_and_is_named_so(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "on friday")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    delete(said)
    assert not judge(run).deliverable
    assert denials(judge(run)) == {said.pk: "deleted"}


@pytest.mark.lineage
def test_a_reply_that_quotes_a_deleted_message_denies(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "on friday")
    quoting = ReplyFactory.create(conversation=cast.launch, sources=[said])
    run = shows(cast.asks(cast.ana, cast.launch), quoting)
    delete(said)
    assert denials(judge(run)) == {quoting.pk: "lineage"}


@pytest.mark.lineage
def test_a_laundered_reply_denies_by_its_lineage(cast: Cast) -> None:
    secret = cast.says(cast.ben, cast.dm_ben, "we sell in may")
    laundered = ReplyFactory.create(conversation=cast.launch, sources=[secret])
    assert denials(judge(shows(cast.asks(cast.ana, cast.launch), laundered))) == {laundered.pk: "lineage"}


@pytest.mark.lineage
def test_what_only_the_authority_refuses_is_named_by_its_lineage(cast: Cast) -> None:
    forged = cast.says(cast.mesh, cast.launch, "a reply without provenance")
    record_evidence(forged, room_audience_id(cast.launch.pk))
    said = cast.says(cast.ana, cast.launch, "on friday")
    judgement = judge(shows(cast.asks(cast.ana, cast.launch), forged, said))
    assert not judgement.deliverable
    assert denials(judgement) == {forged.pk: "lineage"}


def test_a_message_without_evidence_denies(cast: Cast) -> None:
    unknown = cast.says(cast.ana, cast.launch, "of unknown origin", evidence=False)
    run = shows(cast.asks(cast.ana, cast.launch), unknown)
    assert denials(judge(run)) == {unknown.pk: "no_evidence"}


@pytest.mark.privacy
def test_an_edit_in_a_room_that_opened_up_keeps_the_old_readers(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "for the board")
    execute(CHANGE_KIND, id=cast.board.pk, kind="public_channel")
    edit(said, "for the board, corrected")
    run = shows(cast.asks(cast.cleo, cast.dm_cleo), said)
    assert denials(judge(run)) == {said.pk: "audience"}


def test_the_message_being_answered_never_denies_while_it_stands(cast: Cast) -> None:
    inbound = cast.says(cast.ana, cast.dm_ana, "what did I say?", evidence=False)
    run = cast.asks(cast.ana, cast.dm_ana, inbound_message=inbound)
    assert judge(run).deliverable
    delete(inbound)
    assert not judge(run).deliverable
    assert denials(judge(run)) == {inbound.pk: "deleted"}


def test_five_hundred_messages_may_be_answered_and_not_one_more(cast: Cast) -> None:
    said = list(MessageEvent.objects.filter(pk__in=_say_many(cast, limits.HISTORY_MESSAGE_IDS + 1)))
    run = shows(cast.asks(cast.ana, cast.launch), *said[:-1])
    assert judge(run).deliverable
    judgement = judge(shows(run, said[-1]))
    assert (judgement.deliverable, judgement.denied) == (False, ())


def test_a_full_window_of_five_hundred_is_deliverable_with_the_message_it_answers(cast: Cast) -> None:
    _say_many(cast, limits.HISTORY_WINDOW_MAX + 5)
    inbound = cast.says(cast.ana, cast.launch, "and?")
    run = shows_window(cast.asks(cast.ana, cast.launch, inbound_message=inbound), limits.HISTORY_WINDOW_MAX)
    judgement = judge(run)
    assert judgement.deliverable
    assert len(judgement.message_ids) == limits.HISTORY_WINDOW_MAX


def test_a_closed_or_expired_run_is_not_rechecked(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch, expires_at=later(60))
    assert judge(run, later(59)).deliverable
    with pytest.raises(RunClosed):
        judge(run, later(60))


def test_another_agents_run_is_not_found(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    with pytest.raises(NotFound):
        delivery.recheck(AgentFactory.create().pk, run.pk, NOW)


def _say_many(cast: Cast, count: int) -> list[int]:
    return say_all(cast.ana, cast.launch, ["the migration is on friday"] * count)
