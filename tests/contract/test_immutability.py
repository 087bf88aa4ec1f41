"""What was stored stays as it was: the database refuses every change but the few that the contract allows."""

# ruff: noqa: S608 - the names are those of our own tables and columns

from dataclasses import dataclass, field

import pytest
from django.db import DatabaseError, transaction

from conversation_search.models import (
    AccessLogEntry,
    Conversation,
    ConversationSearchEvent,
    LedgerEntry,
    MessageEvent,
    PastAudience,
)
from tests.cast import Cast
from tests.contract.asking import delete, edit
from tests.database import execute, row, rows, value
from tests.factories import (
    AudienceFactory,
    ChallengeFactory,
    ClassFactory,
    LedgerEntryFactory,
    LinkFactory,
    MemoryLedgerEntryFactory,
    ReplyFactory,
    SearchEventFactory,
    ToolResultFactory,
)

KEPT = {
    "message_events": "id",
    "message_source_evidence": "message_event_id",
    "memory_provenance": "message_event_id",
    "audiences": "id",
    "past_audiences": "id",
    "disclosure_classes": "id",
    "ledger_entries": "id",
    "conversation_search_events": "id",
    "persons": "id",
    "identity_links": "id",
    "identity_challenges": "id",
    "memories": "id",
    "memory_ledger_entries": "id",
    "tool_results": "id",
    "access_log": "id",
}
KEPT_FOR_PAGES = ("page_accesses", "reveals")
"""Their refusals are tested beside the pages that write them."""
KEPT_FOR_RETENTION = (
    "legal_holds",
    "legal_hold_events",
    "retention_changes",
    "retention_policies",
    "retention_run_events",
)
"""Theirs are tested in `test_holds` and `tests/retention`."""
KEPT_FOR_ERASURE = (
    "erasure_requests",
    "erasure_items",
    "erasure_events",
    "erasure_receipts",
    "erasure_ledger",
)
"""Theirs are tested in `tests/erasure/test_records.py`."""
KEPT_AS_SEALED = ("audit_seal_entries", "audit_checkpoints", "audit_prunings", "audit_verifications")
"""Theirs are tested with the seal."""
APPEND_ONLY = (
    "memory_provenance",
    "audiences",
    "past_audiences",
    "disclosure_classes",
    "ledger_entries",
    "conversation_search_events",
    "persons",
    "memory_ledger_entries",
    "tool_results",
    "access_log",
)


@dataclass
class Stored:
    """One row of each table that keeps its rows, by the name of the table."""

    cast: Cast
    message: MessageEvent
    keys: dict[str, int] = field(default_factory=dict)


@pytest.fixture
def stored(cast: Cast) -> Stored:
    return furnish(cast)


def furnish(cast: Cast) -> Stored:
    """Store a row in every table that keeps its rows."""
    message = cast.says(cast.ana, cast.launch, "as it was said")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    run = cast.asks(cast.ana, cast.launch)
    entry: LedgerEntry = LedgerEntryFactory.create(run=run, message_event=message)
    event: ConversationSearchEvent = SearchEventFactory.create(run=run)
    for restricted in (True, False):
        Conversation.objects.filter(pk=cast.shared.pk).update(restricted=restricted)
    recalled = MemoryLedgerEntryFactory.create(run=run, memory__answered=message)
    link = LinkFactory.create(accounts=(cast.ana, cast.otto))
    assert message.evidence.disclosure_class_id is not None
    return Stored(
        cast,
        message,
        {
            "message_events": message.pk,
            "message_source_evidence": message.pk,
            "memory_provenance": reply.pk,
            "audiences": message.evidence.audience_id,
            "past_audiences": PastAudience.objects.get(conversation=cast.shared).pk,
            "disclosure_classes": message.evidence.disclosure_class_id,
            "ledger_entries": entry.pk,
            "conversation_search_events": event.pk,
            "memories": recalled.memory_id,
            "memory_ledger_entries": recalled.pk,
            "tool_results": ToolResultFactory.create(run=run, readers=["ana"]).pk,
            "access_log": AccessLogEntry.objects.create(
                runtime_agent=cast.agent, who_kind="user", who="x", action="uses", filters={}, ids={}
            ).pk,
            "persons": link.person_id,
            "identity_links": link.pk,
            "identity_challenges": ChallengeFactory.create(run=run, person=link.person).pk,
        },
    )


def _is_refused(statement: str, **parameters: object) -> bool:
    """Tell whether the database refused by rule, and not for a mistake of the statement."""
    try:
        with transaction.atomic():
            execute(statement, **parameters)
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlstate", "") != "23001":
            raise
        return True
    return False


@pytest.mark.parametrize("table", KEPT)
def test_no_row_is_deleted(stored: Stored, table: str) -> None:
    assert _is_refused(f"DELETE FROM {table} WHERE {KEPT[table]} = %(id)s::bigint", id=stored.keys[table])


@pytest.mark.django_db
@pytest.mark.parametrize("table", KEPT)
def test_no_table_is_emptied(table: str) -> None:
    assert _is_refused(f"TRUNCATE {table} CASCADE")


@pytest.mark.django_db
def test_what_they_hang_on_is_not_emptied_either() -> None:
    for table in ("runtime_agents", "connectors", "conversations", "actors", "runs"):
        assert _is_refused(f"TRUNCATE {table} CASCADE")


def _columns(table: str) -> list[tuple[str, ...]]:
    return rows(
        "SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute "
        "WHERE attrelid = %(table)s::text::regclass AND attnum > 0 AND NOT attisdropped",
        table=table,
    )


OTHER_VALUE = {
    "bigint": "{0} + 1000000",
    "integer": "{0} + 1",
    "double precision": "{0} + 1",
    "text": "coalesce({0}, '') || 'x'",
    "boolean": "NOT {0}",
    "timestamp with time zone": "coalesce({0}, now()) - interval '1 day'",
    "bytea": "{0} || '\\x00'",
    "jsonb": "'{{\"changed\": true}}'",
    "bigint[]": "{0} || 7::bigint",
    "text[]": "coalesce({0}, '{{}}') || 'x'::text",
}


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_no_column_of_an_append_only_row_is_changed(stored: Stored, table: str) -> None:
    columns = _columns(table)
    assert len(columns) > 2
    for column, kind in columns:
        changed = OTHER_VALUE[kind].format(column)
        where = f"WHERE {KEPT[table]} = %(id)s::bigint"
        assert _is_refused(f"UPDATE {table} SET {column} = {changed} {where}", id=stored.keys[table]), column


@pytest.mark.parametrize("table", ["message_events", "message_source_evidence", "memories"])
def test_no_column_of_a_message_or_of_its_evidence_is_changed_by_itself(stored: Stored, table: str) -> None:
    for column, kind in _columns(table):
        if column in {"edited_at", "deleted_at", "withheld_at", "revision"}:
            continue
        changed = OTHER_VALUE[kind].format(column)
        where = f"WHERE {KEPT[table]} = %(id)s::bigint"
        assert _is_refused(f"UPDATE {table} SET {column} = {changed} {where}", id=stored.keys[table]), column


def test_a_newer_body_of_its_platform_is_taken_and_counted(stored: Stored) -> None:
    edit(stored.message, "as it is said now")
    kept = MessageEvent.objects.get(pk=stored.message.pk)
    assert (kept.body, kept.revision, kept.sent_at) == ("as it is said now", 2, stored.message.sent_at)


@pytest.mark.parametrize("at", ["sent_at", "sent_at - interval '1 second'", "NULL"])
def test_a_body_that_is_not_newer_is_refused(stored: Stored, at: str) -> None:
    changed = f"UPDATE message_events SET body = 'older', edited_at = {at} WHERE id = %(id)s::bigint"
    assert _is_refused(changed, id=stored.message.pk)


def test_a_second_edit_must_be_newer_than_the_first(stored: Stored) -> None:
    edit(stored.message, "second", minutes=10)
    again = "UPDATE message_events SET body = 'x', edited_at = edited_at WHERE id = %(id)s::bigint"
    assert _is_refused(again, id=stored.message.pk)
    edit(stored.message, "third", minutes=11)


def test_the_revision_is_counted_by_the_database_alone(stored: Stored) -> None:
    execute("UPDATE message_events SET revision = 99 WHERE id = %(id)s::bigint", id=stored.message.pk)
    assert MessageEvent.objects.get(pk=stored.message.pk).revision == 1


EDIT_AND_MORE = (
    "actor_id = actor_id + 1",
    "conversation_id = conversation_id + 1",
    "sent_at = sent_at - interval '1 day'",
    "received_at = received_at - interval '1 day'",
    "external_message_id = 'other'",
    "sender_display_name = 'Somebody Else'",
    "deleted_at = now()",
)


@pytest.mark.parametrize("more", EDIT_AND_MORE)
def test_an_edit_or_a_deletion_changes_nothing_else(stored: Stored, more: str) -> None:
    edited = f"UPDATE message_events SET body = 'x', edited_at = now(), {more} WHERE id = %(id)s::bigint"
    assert _is_refused(edited, id=stored.message.pk)
    if not more.startswith("deleted_at"):
        deleted = f"UPDATE message_events SET body = '', deleted_at = now(), {more} WHERE id = %(id)s::bigint"
        assert _is_refused(deleted, id=stored.message.pk)


def test_a_deletion_that_keeps_the_body_is_refused(stored: Stored) -> None:
    assert _is_refused(
        "UPDATE message_events SET deleted_at = now() WHERE id = %(id)s::bigint", id=stored.message.pk
    )


@pytest.mark.parametrize(
    "change",
    ["deleted_at = NULL", "deleted_at = now() + interval '1 day'", "body = 'back', edited_at = now()"],
)
def test_a_tombstone_stays_a_tombstone(stored: Stored, change: str) -> None:
    delete(stored.message)
    assert _is_refused(f"UPDATE message_events SET {change} WHERE id = %(id)s::bigint", id=stored.message.pk)


SET_CLASS = """
UPDATE message_source_evidence SET class_id = %(class_id)s::bigint WHERE message_event_id = %(id)s::bigint
"""


def test_the_class_of_a_message_grows_and_never_shrinks(stored: Stored) -> None:
    own = stored.message.evidence.audience
    other = AudienceFactory.create(conversation=stored.cast.board, visibility="members", readers=["ana"])
    both, alone = ClassFactory.create(audiences=[own, other]), ClassFactory.create(audiences=[other])
    assert _is_refused(SET_CLASS, id=stored.message.pk, class_id=alone.pk)
    execute(SET_CLASS, id=stored.message.pk, class_id=both.pk)
    assert _is_refused(SET_CLASS, id=stored.message.pk, class_id=stored.keys["disclosure_classes"])


def test_an_unknown_lineage_stays_unknown(stored: Stored) -> None:
    execute(SET_CLASS, id=stored.message.pk, class_id=None)
    assert _is_refused(SET_CLASS, id=stored.message.pk, class_id=stored.keys["disclosure_classes"])


@pytest.mark.parametrize("then", ["NULL", "now() + interval '1 day'"])
def test_a_withheld_message_stays_withheld(stored: Stored, then: str) -> None:
    delete(stored.message)
    again = f"UPDATE message_source_evidence SET withheld_at = {then} WHERE message_event_id = %(id)s::bigint"
    assert _is_refused(again, id=stored.message.pk)


RECORD = """
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT id, runtime_agent_id, {conversation}, {sent_at}, %(audience_id)s::bigint, %(class_id)s::bigint
FROM message_events WHERE id = %(id)s::bigint
"""


@pytest.mark.parametrize(
    ("conversation", "sent_at", "ours", "refused"),
    [
        ("conversation_id", "sent_at", True, False),
        ("{board}", "sent_at", True, True),
        ("conversation_id", "now()", True, True),
        ("conversation_id", "sent_at", False, True),
    ],
)
def test_evidence_is_of_its_own_message_room_and_audience(
    stored: Stored, conversation: str, sent_at: str, *, ours: bool, refused: bool
) -> None:
    cast = stored.cast
    message = cast.says(cast.ana, cast.launch, "later", evidence=False)
    audience = stored.message.evidence.audience if ours else AudienceFactory.create(conversation=cast.shared)
    statement = RECORD.format(conversation=conversation.format(board=cast.board.pk), sent_at=sent_at)
    lineage = ClassFactory.create(audiences=[audience])
    assert _is_refused(statement, id=message.pk, audience_id=audience.pk, class_id=lineage.pk) is refused


def test_a_class_without_the_messages_own_audience_is_refused(stored: Stored) -> None:
    cast = stored.cast
    message = cast.says(cast.ana, cast.launch, "later", evidence=False)
    other = ClassFactory.create(audiences=[AudienceFactory.create(conversation=cast.shared)])
    statement = RECORD.format(conversation="conversation_id", sent_at="sent_at")
    audience_id = stored.message.evidence.audience_id
    assert _is_refused(statement, id=message.pk, audience_id=audience_id, class_id=other.pk)


@pytest.mark.parametrize("table", ["identity_links", "identity_challenges"])
def test_no_column_of_a_proof_is_changed_by_itself(stored: Stored, table: str) -> None:
    for column, kind in _columns(table):
        if column in {"revoked_at", "redeemed_at", "redeemed_run_id", "link_id", "revoked_by"}:
            continue
        changed = OTHER_VALUE[kind].format(column)
        where = f"WHERE {KEPT[table]} = %(id)s::bigint"
        assert _is_refused(f"UPDATE {table} SET {column} = {changed} {where}", id=stored.keys[table]), column


@pytest.mark.parametrize(
    "change", ["revoked_at = NULL, revoked_by = NULL", "expires_at = now() + interval '1 year'"]
)
def test_a_revoked_link_stays_revoked(stored: Stored, change: str) -> None:
    where = "WHERE id = %(id)s::bigint"
    revoked = f"UPDATE identity_links SET revoked_at = now(), revoked_by = 'side' {where}"
    execute(revoked, id=stored.keys["identity_links"])
    assert _is_refused(f"UPDATE identity_links SET {change} {where}", id=stored.keys["identity_links"])


@pytest.mark.django_db
def test_a_live_body_beside_a_deletion_time_is_refused_at_the_start(cast: Cast) -> None:
    with pytest.raises(DatabaseError, match="message_events_tombstone_empty"), transaction.atomic():
        cast.says(cast.ana, cast.launch, "still here", deleted_at="2026-03-02T09:00:00Z", evidence=False)


def test_no_other_trigger_is_missing_from_the_list() -> None:
    assert set(APPEND_ONLY) < set(KEPT)


@pytest.mark.django_db
def test_the_rows_are_refused_for_whoever_writes() -> None:
    disabled = value("SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'O' AND NOT tgisinternal")
    refusing = row(
        "SELECT count(DISTINCT tgrelid) FROM pg_trigger WHERE tgfoid = 'mesh_refuse_change'::regproc"
    )
    everything = [*KEPT, *KEPT_FOR_PAGES, *KEPT_FOR_RETENTION, *KEPT_FOR_ERASURE, *KEPT_AS_SEALED]
    assert (disabled, refusing) == (0, (len(everything),))
