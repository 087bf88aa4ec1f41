"""No row of one perspective points into another: each composite reference is tried."""
# ruff: noqa: S608 - the names are those of our own tables and columns

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now

from tests.cast import Cast
from tests.database import execute, rows
from tests.factories import (
    AudienceFactory,
    ChallengeFactory,
    ConnectorFactory,
    ConversationFactory,
    ErasureEventFactory,
    ErasureItemFactory,
    ErasureReceiptFactory,
    HoldFactory,
    LedgerEntryFactory,
    LinkFactory,
    MemoryLedgerEntryFactory,
    MessageFactory,
    PersonFactory,
    ReplyFactory,
    RunFactory,
    SearchEventFactory,
    ToolCallFactory,
    ToolResultFactory,
)
from tests.factories.policies import set_policy

REFERENCES = """
SELECT
    constraint_.conname::text, constraint_.conrelid::regclass::text, own.attname::text,
    constraint_.confrelid::regclass::text
FROM pg_constraint AS constraint_
INNER JOIN pg_attribute AS own ON own.attrelid = constraint_.conrelid AND own.attnum = ANY (constraint_.conkey)
INNER JOIN pg_class AS referring ON referring.oid = constraint_.conrelid
WHERE
    constraint_.contype = 'f' AND cardinality(constraint_.conkey) = 2 AND NOT referring.relispartition
    AND own.attname <> 'runtime_agent_id'
    AND EXISTS (
        SELECT 1 FROM pg_attribute AS agent
        WHERE agent.attrelid = constraint_.conrelid AND agent.attnum = ANY (constraint_.conkey)
        AND agent.attname = 'runtime_agent_id'
    )
ORDER BY 1
"""
SIMPLE = """
SELECT constraint_.conrelid::regclass::text, own.attname::text
FROM pg_constraint AS constraint_
INNER JOIN pg_attribute AS own ON own.attrelid = constraint_.conrelid AND own.attnum = constraint_.conkey[1]
INNER JOIN pg_attribute AS agent ON agent.attrelid = constraint_.conrelid AND agent.attname = 'runtime_agent_id'
WHERE constraint_.contype = 'f' AND cardinality(constraint_.conkey) = 1 AND own.attname <> 'runtime_agent_id'
"""


KEYED_BY_MESSAGE = {
    "message_source_evidence",
    "memory_provenance",
    "message_search_documents",
    "search_vocabulary",
}


def _furnish(cast: Cast) -> None:
    """Store a row in every table."""
    message = cast.says(cast.ana, cast.launch, "hello")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    reply.deliveries.create(
        runtime_agent=cast.agent, conversation=cast.launch, external_message_id="posted", message_event=reply
    )
    run = cast.asks(cast.ana, cast.launch, inbound_message=message, reply_message=reply)
    call = ToolCallFactory.create(run=run)
    LedgerEntryFactory.create(run=run, message_event=message, tool_call=call)
    first = SearchEventFactory.create(run=run, tool_call=call)
    SearchEventFactory.create(run=run, tool_call=call, replay_of=first)
    execute("UPDATE conversations SET restricted = true WHERE id = %(id)s::bigint", id=cast.shared.pk)
    execute("UPDATE conversations SET restricted = false WHERE id = %(id)s::bigint", id=cast.shared.pk)
    ToolResultFactory.create(run=run, readers=["ana"])
    MemoryLedgerEntryFactory.create(run=run)
    link = LinkFactory.create(accounts=(cast.ana, cast.ben))
    ChallengeFactory.create(run=run, person=link.person, redeemed_at=Now(), redeemed_run=run, link=link)
    PersonFactory.create(runtime_agent=cast.agent)
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana, conversation=cast.launch)
    set_policy(30, runtime_agent=cast.agent, connector=cast.slack)
    set_policy(30, runtime_agent=cast.agent, conversation=cast.launch)
    asked = ErasureItemFactory.create(runtime_agent=cast.agent).request
    ErasureReceiptFactory.create(request=asked)
    ErasureEventFactory.create(request=asked)
    # Newest of all, and referred to by nothing that must be unique.
    empty = ConversationFactory.create(connector=ConnectorFactory.create(runtime_agent=cast.agent))
    MessageFactory.create(conversation=empty, evidence=False)
    ToolCallFactory.create(run=RunFactory.create(conversation=empty))


@pytest.fixture
def two_casts(cast: Cast) -> tuple[Cast, Cast]:
    other = Cast.assemble()
    for one in (cast, other):
        _furnish(one)
    return cast, other


def test_every_reference_between_rows_of_agents_carries_the_agent(db: None) -> None:
    assert db is None
    composite = {(table, column) for _, table, column, _ in rows(REFERENCES)}
    assert {pair for pair in rows(SIMPLE) if pair not in composite} == set()
    assert len(composite) > 20


def test_each_reference_refuses_the_row_of_another_agent(two_casts: tuple[Cast, Cast]) -> None:
    mine, theirs = two_casts
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    # It would be the first to refuse; which of two accounts is named first says nothing about whose they are.
    execute("ALTER TABLE identity_links DROP CONSTRAINT identity_links_ordered")
    for name, table, column, target in rows(REFERENCES):
        execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        crossing = f"""
            UPDATE {table} SET {column} = (SELECT max(id) FROM {target} WHERE runtime_agent_id = %(theirs)s::bigint)
            WHERE ctid = (
                SELECT ctid FROM {table} WHERE runtime_agent_id = %(mine)s::bigint AND {column} IS NOT NULL
                ORDER BY {"message_event_id" if table in KEYED_BY_MESSAGE else "id"} DESC LIMIT 1
            )
        """
        with pytest.raises(DatabaseError) as refused, transaction.atomic():
            assert execute(crossing, mine=mine.agent.pk, theirs=theirs.agent.pk) == 1, name
        violated = getattr(refused.value.__cause__, "diag").constraint_name  # noqa: B009
        assert violated == name


def test_an_audience_is_on_the_connector_of_its_room(cast: Cast) -> None:
    with pytest.raises(DatabaseError, match="audiences_conversation_of_connector"), transaction.atomic():
        AudienceFactory.create(conversation=cast.launch, connector=cast.elsewhere)


def test_an_account_speaks_on_its_own_connector_only(cast: Cast) -> None:
    with pytest.raises(DatabaseError, match="is not of the connector"), transaction.atomic():
        cast.says(cast.otto, cast.launch, "hello")
