"""Finds search documents that are missing, stale or left over, and builds them anew beside live writers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from conversation_search.managers import indexing
from conversation_search.managers.transactions import in_transaction

WRONG = ("missing", "stale", "orphan")
"""What a check fails for."""
DEFECTS = (*WRONG, "plain")


@dataclass(frozen=True, slots=True)
class Step:
    """One batch: how many messages were looked at, and how many had which defect."""

    looked_at: int
    defects: Counter[str]


def rebuild(runtime_agent_id: int, *, repair: bool) -> Iterator[Step]:
    """Look at every message of an agent, batch by batch; with `repair`, mend each batch and remember the place."""
    last = indexing.progress(runtime_agent_id) if repair else 0
    while judged := indexing.judge(runtime_agent_id, last):
        last = judged[-1].message_event_id
        if repair:
            _mend(runtime_agent_id, judged, last)
        yield Step(len(judged), Counter(row.defect for row in judged if row.defect))
    if repair:
        indexing.save_progress(runtime_agent_id, last, is_finished=True)


def _mend(runtime_agent_id: int, judged: list[indexing.JudgedRow], last: int) -> None:
    wrong = [row.message_event_id for row in judged if row.defect]

    def work() -> None:
        if wrong:
            indexing.index(wrong)
        indexing.save_progress(runtime_agent_id, last, is_finished=False)

    in_transaction(work)
