"""The index narrows and never vouches: whatever it says, the stored evidence decides what is shown."""

from typing import Final

import pytest

from conversation_search import limits
from conversation_search.models import MessageEvent, Run
from tests.cast import Cast
from tests.database import execute, value
from tests.factories import ProvenanceFactory, ReplyFactory
from tests.factories.messages import record_evidence, room_audience_id
from tests.search.asking import ask, found, hit_ids, last_audit, ledger, shown_ids, texts
from tests.search.crowd import say_all

FORGE: Final = """
UPDATE message_search_documents AS document SET audience_id = open.audience_id, class_id = open.class_id
FROM message_source_evidence AS open
WHERE open.message_event_id = %(open_id)s::bigint AND document.message_event_id = ANY(%(forged_ids)s::bigint[])
"""


def forge(forged_ids: list[int], openly_said: MessageEvent) -> None:
    """Make the index say of messages that they were said as openly as another."""
    assert execute(FORGE, forged_ids=forged_ids, open_id=openly_said.pk) >= len(forged_ids)


@pytest.fixture
def openly(cast: Cast) -> MessageEvent:
    """Let Ana say something in #launch, so that there is an audience that everyone may read."""
    return cast.says(
        cast.ana, cast.launch, "migration, in a line that ranks behind shorter ones" + " and so on" * 20
    )


def balanced(run: Run, **expected: int) -> bool:
    """Tell whether the last audit row adds up and counts this."""
    audit = last_audit(run)
    return audit.is_balanced and {name: audit.exclusions[name] for name in expected} == expected


@pytest.mark.privacy
def test_a_forged_row_is_refused_replaced_by_the_next_and_counted_as_lineage(
    cast: Cast, openly: MessageEvent
) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "migration")
    forge([secret.pk], openly)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run, limit=1)) == [openly.pk]
    assert balanced(run, lineage=1, below_cutoff=0, audience=0)
    assert ledger(run) == [openly.pk]


@pytest.mark.lineage
def test_a_forged_class_alone_is_refused_too(cast: Cast, openly: MessageEvent) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "something else")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[secret], body="migration")
    execute(
        "UPDATE message_search_documents SET class_id = %(class_id)s::bigint WHERE message_event_id = %(id)s::bigint",
        id=reply.pk,
        class_id=openly.evidence.disclosure_class_id,
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run)) == [openly.pk]
    assert balanced(run, lineage=1)


def test_a_forged_row_without_evidence_is_refused_too(cast: Cast, openly: MessageEvent) -> None:
    unknown = cast.says(cast.ana, cast.launch, "migration", evidence=False)
    forge([unknown.pk], openly)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run)) == [openly.pk]
    assert balanced(run, lineage=1, no_evidence=0)


@pytest.mark.privacy
@pytest.mark.parametrize("limit", [1, 8])
def test_however_many_rows_are_forged_the_page_is_filled_with_what_is_allowed(
    limit: int, cast: Cast, openly: MessageEvent
) -> None:
    secrets = say_all(cast.ana, cast.dm_ana, ["migration"] * 150)
    forge(secrets, openly)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run, limit=limit)) == [openly.pk]
    assert balanced(run, lineage=150, below_cutoff=0)


@pytest.mark.privacy
def test_when_every_round_is_refused_the_page_stays_short_and_the_counts_exact(
    cast: Cast, openly: MessageEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "VOUCH_ROUNDS", 2)
    monkeypatch.setattr(limits, "VOUCH_AHEAD", 3)
    forge(say_all(cast.ana, cast.dm_ana, ["migration"] * 20), openly)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert ask(run, limit=4)["status"] == "no_matches"
    assert last_audit(run).is_balanced
    assert last_audit(run).exclusions["lineage"] == 4 + 3 + 4
    assert ledger(run) == []


def test_a_row_that_only_the_lineage_walk_can_refuse_is_replaced_and_counted(
    cast: Cast, openly: MessageEvent
) -> None:
    dangling = cast.says(cast.mesh, cast.launch, "migration from nowhere")
    ProvenanceFactory.create(message_event=dangling, history_message_ids=[2**40 - 1])
    record_evidence(dangling, room_audience_id(cast.launch.pk))
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_ids(run, ask(run)) == [openly.pk]
    assert balanced(run, lineage=1)


def test_a_refused_neighbour_is_replaced_by_the_next(cast: Cast) -> None:
    far = cast.says(cast.ana, cast.launch, "far")
    near = cast.says(cast.ana, cast.launch, "near")
    dangling = cast.says(cast.mesh, cast.launch, "from nowhere")
    ProvenanceFactory.create(message_event=dangling, history_message_ids=[2**40 - 1])
    record_evidence(dangling, room_audience_id(cast.launch.pk))
    hit = cast.says(cast.ana, cast.launch, "migration")
    run = cast.asks(cast.ben, cast.dm_ben)
    assert shown_ids(run, ask(run)) == [hit.pk, far.pk, near.pk]


@pytest.mark.privacy
def test_chunks_of_one_message_that_disagree_are_one_message(cast: Cast, openly: MessageEvent) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "migration " * 1000)
    forge([secret.pk], openly)
    execute(
        "UPDATE message_search_documents SET word_count = 1, sent_at = now() "
        "WHERE message_event_id = %(id)s::bigint AND chunk = 1",
        id=secret.pk,
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run)) == [openly.pk]
    assert last_audit(run).matched == 2
    assert last_audit(run).is_balanced


def test_chunks_that_disagree_about_an_allowed_message_show_it_once(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "migration " * 1000)
    execute(
        "UPDATE message_search_documents SET word_count = 1, sent_at = now() "
        "WHERE message_event_id = %(id)s::bigint AND chunk = 1",
        id=message.pk,
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    assert hit_ids(run, ask(run)) == [message.pk]


def test_what_is_missing_from_the_index_is_not_found_and_not_shown_as_something_else(
    cast: Cast, openly: MessageEvent
) -> None:
    execute("DELETE FROM message_search_documents WHERE message_event_id = %(id)s::bigint", id=openly.pk)
    run = cast.asks(cast.ben, cast.dm_ben)
    assert found(run) == []
    assert last_audit(run).matched == 0


def test_a_stale_row_is_quoted_from_the_stored_message(cast: Cast, openly: MessageEvent) -> None:
    execute(
        "UPDATE message_search_documents SET tsv = mesh_search_vector('attestation') "
        "WHERE message_event_id = %(id)s::bigint",
        id=openly.pk,
    )
    assert texts(ask(cast.asks(cast.ben, cast.dm_ben), "attestation")) == [openly.body]


@pytest.mark.parametrize("words", [1, 2000])
def test_a_row_that_points_beyond_its_message_still_shows_the_message(words: int, cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "migration " * words)
    execute(
        "UPDATE message_search_documents SET chunk = 99 WHERE message_event_id = %(id)s::bigint AND chunk = 0",
        id=message.pk,
    )
    (text,) = texts(ask(cast.asks(cast.ben, cast.dm_ben)))
    assert text.startswith("migration")


def test_an_index_row_of_another_perspective_is_never_read(cast: Cast) -> None:
    other = Cast.assemble()
    other.says(other.ana, other.launch, "migration")
    assert found(cast.asks(cast.ana, cast.launch)) == []
    assert value("SELECT count(*) FROM message_search_documents WHERE tsv @@ 'migrat'::tsquery") == 1


def test_the_index_narrows_when_it_says_less_than_the_evidence(cast: Cast, openly: MessageEvent) -> None:
    execute(
        "UPDATE message_search_documents SET class_id = NULL WHERE message_event_id = %(id)s", id=openly.pk
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    assert found(run) == []
    assert balanced(run, lineage=1)
