"""What was stored before an account's holders were told apart in time is put right by the migration."""

from importlib import import_module
from typing import Final

import pytest

from conversation_search.models import Actor
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import execute
from tests.factories import ToolResultFactory
from tests.ingest.test_late_after_retirement import before, hand_on, shown_to
from tests.ingest.test_late_messages import arrives

MIGRATION: Final = import_module("migrations.0031_holders_then")
AS_IT_WAS: Final = "ALTER TABLE message_source_evidence DISABLE TRIGGER message_source_evidence_late"
AS_IT_IS: Final = "ALTER TABLE message_source_evidence ENABLE TRIGGER message_source_evidence_late"


@pytest.mark.lineage
def test_what_arrived_late_is_taken_from_the_next_holder(cast: Cast) -> None:
    heir = hand_on(cast, "ana")
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute(AS_IT_WAS)
    late = arrives(cast, "board", before(), sender="ben")
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute(AS_IT_IS)
    execute(MIGRATION.NARROW)
    assert not shown_to(cast, heir, late)
    assert may_show(cast.asks(cast.ben, cast.dm_ben), late)


def test_accounts_that_a_tool_named_become_known_and_no_others_do(cast: Cast) -> None:
    ToolResultFactory.create(run=cast.asks(cast.ana, cast.dm_ana), readers=["ana", "zed"])
    known = set(Actor.objects.values_list("external_id", flat=True))
    execute(MIGRATION.KNOW)
    assert set(Actor.objects.values_list("external_id", flat=True)) - known == {"zed"}
