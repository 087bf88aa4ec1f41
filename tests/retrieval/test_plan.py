"""How the database runs a search: by the index of words, in one partition, and never through a whole table."""

import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.bench import loading, plans
from tests.bench.questions import Place, places
from tests.bench.searches import Retrieval, open_run
from tests.database import execute

pytestmark = pytest.mark.slow

MESSAGES = 2_500
TABLES = "message_search_documents|message_events|message_source_evidence|memory_provenance"


@pytest.fixture(scope="module")
def place(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Place]:
    """Give a room of an agent with enough messages that an index pays, in a transaction that is undone."""
    assert django_db_setup is None
    with django_db_blocker.unblock(), transaction.atomic():
        loading.load(messages=MESSAGES, agents=1)
        execute("ANALYZE")
        yield places(agents=1)[0]
        transaction.set_rollback(True)


def _plans(place: Place) -> dict[str, str]:
    with plans.explained(plans.ESTIMATED) as found:
        Retrieval(open_run(place), 'deploy customer "rollout plan"')()
    return found


def test_words_are_found_by_their_index_alone(place: Place) -> None:
    found = _plans(place)
    by_words = re.compile(r"Bitmap Index Scan on message_search_documents_\d+_tsv_idx")
    assert len(by_words.findall(found["search_messages"])) == 4
    with_another = re.compile(r"Heap Scan on message_search_documents.*\n(?:(?!\s*->).*\n)*\s*->  BitmapAnd")
    assert not with_another.findall("\n".join(found.values()))


def test_no_statement_of_a_search_reads_a_whole_table(place: Place) -> None:
    found = _plans(place)
    assert found.keys() == {"search_messages", "find_neighbours", "hydrate_messages"}
    for plan in found.values():
        assert re.findall(rf"Seq Scan on ({TABLES})", plan) == []


def test_a_search_opens_the_partition_of_its_agent_only(place: Place) -> None:
    found = _plans(place)
    for name in ("search_messages", "hydrate_messages"):
        assert len(set(re.findall(r" on (message_search_documents_\d+) ", found[name]))) == 1


def test_rooms_and_the_latest_messages_are_walked_in_order(place: Place) -> None:
    found = _plans(place)
    walked = {
        name: re.findall(r"Index (?:Only )?Scan (?:Backward )?using (\w+)", plan)
        for name, plan in found.items()
    }
    assert walked["search_messages"].count("evidence_conversation_order") == 1
    assert sum("_sent_at_" in index for index in walked["search_messages"]) == 2
    assert walked["find_neighbours"].count("evidence_conversation_order") == 2
