"""What is measured is what a run of the tool would be given."""

from pathlib import Path
from time import perf_counter

import pytest

from conversation_search.audit.digest import Secrets
from conversation_search.evaluation import dataset
from conversation_search.evaluation.neighbours import Rooms
from conversation_search.evaluation.rankings import NAMED
from conversation_search.evaluation.scratch import stored
from conversation_search.models import RuntimeAgent
from conversation_search.public_ids import PublicIds
from conversation_search.runs.search_history import search_history
from conversation_search.runs.tool_request import ToolRequest
from tests.evaluation.datasets import conversation, question, write

pytestmark = pytest.mark.django_db

TEXTS = [f"{'Monday' if number % 3 else 'Tuesday'} is day {number % 7}" for number in range(40)]


def test_the_tool_shows_the_same_hits_and_the_same_neighbours(tmp_path: Path) -> None:
    asked = dataset.read(write(tmp_path, [conversation(*TEXTS)], [question("monday 3", "c1/3")]))
    with stored(asked.conversations, lambda _: None) as perspective:
        (ranked,) = NAMED["current"](perspective, ["monday 3"])
        ids = PublicIds(bytes(RuntimeAgent.objects.get(pk=perspective.agent_id).public_id_key))
        request = ToolRequest(
            runtime_agent_id=perspective.agent_id,
            run_id=perspective.run_id,
            body={"query": "monday 3", "limit": 10},
            idempotency_key=None,
            ids=ids,
            secrets=Secrets("a master key", "a key"),
            now=perspective.now,
            started=perf_counter(),
        )
        result = search_history(request)
        hits = [ids.decode("message", hit["message_id"]) for hit in result["hits"]]
        shown = {ids.decode("message", message_id) for message_id in result["message_ids"]}
        assert hits == ranked[:10]
        assert shown == Rooms(perspective).shown(ranked)
        assert len(shown) > len(hits)


def test_the_asker_finds_every_message_of_the_perspective(tmp_path: Path) -> None:
    asked = dataset.read(write(tmp_path, [conversation(*TEXTS[:15])], [question("day", "c1/3")]))
    with stored(asked.conversations, lambda _: None) as perspective:
        for name in ("current", "seed", "tantivy"):
            (ranked,) = NAMED[name](perspective, ["day"])
            assert set(ranked) == set(perspective.numbers.values()), name
