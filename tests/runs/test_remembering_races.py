"""A memory beside another writer: whoever comes second sees what the first one left. Committed, on two connections."""

import pytest
from django.db import transaction

from conversation_search.errors import DisclosureDenied
from conversation_search.models import Memory
from tests.cast import Cast
from tests.database import session
from tests.factories import MemoryFactory, MemoryLedgerEntryFactory
from tests.runs.test_remembering import remember
from tests.runs.threads import held_up_by
from tests.runs.turns import DELETE, answer, is_searchable, shows


def test_a_deletion_racing_a_memory_and_first_leaves_no_memory(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    with session() as other:
        other.rows(DELETE, id=said.pk)
        memory = held_up_by(other, lambda: remember(run))
        other.commit()
        with pytest.raises(DisclosureDenied):
            memory.result()


def test_a_deletion_racing_a_memory_and_second_empties_it(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    with session() as other:
        with transaction.atomic():
            memory = remember(run)
            deletion = other.start(DELETE, id=said.pk)
            assert not deletion.done()
        deletion.result()
        other.commit()
    assert Memory.objects.get(pk=memory.pk).body == ""


def test_a_deletion_racing_a_reply_on_a_memory_and_second_withholds_the_reply(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = cast.asks(cast.ana, cast.launch)
    MemoryLedgerEntryFactory.create(run=run, memory=MemoryFactory.create(run=run, sources=[said]))
    with session() as other:
        with transaction.atomic():
            stored = answer(run, "plum, I remember")
            deletion = other.start(DELETE, id=said.pk)
            assert not deletion.done()
        deletion.result()
        other.commit()
    assert not is_searchable(stored.message_id)
