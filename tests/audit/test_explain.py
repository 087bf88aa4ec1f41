"""An explanation says what a search would do, rule by rule, and the way through lineage that decides it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_search.audit.access_log import Who
from conversation_search.audit.explain import Explanation, explain
from conversation_search.errors import NotFound
from conversation_search.models import AccessLogEntry, MessageEvent, Run
from tests.cast import Cast
from tests.contract.transcripts import STEPS, Step, Transcript
from tests.database import value
from tests.factories import (
    LedgerEntryFactory,
    MemoryFactory,
    MessageFactory,
    ReplyFactory,
    RunFactory,
    ToolResultFactory,
)
from tests.linked import Twofold, revoke
from tests.search.asking import ask, delete, last_audit

ANYONE = Who("user", "auditor")


def _explained(run: Run, message: MessageEvent) -> Explanation:
    return explain(run.runtime_agent_id, run.pk, message.pk, ANYONE)


def _path(run: Run, message: MessageEvent) -> list[tuple[str, int, str]]:
    return [(step.kind, step.id, step.reason) for step in _explained(run, message).path]


@settings(max_examples=25, deadline=None)
@given(steps=STEPS, room=st.integers(0, 3), person=st.integers(0, 2))
@pytest.mark.django_db
def test_explain_and_search_agree_on_random_worlds(steps: list[Step], room: int, person: int) -> None:
    transcript = Transcript.begin()
    transcript.play(steps)
    requester = transcript.people[person]
    run = RunFactory.create(
        conversation=transcript.rooms[room], requester=None if requester.is_agent else requester
    )
    rules = Counter(_explained(run, message).rule for message in transcript.stored)
    ask(run, "migration edited", limit=20)
    audit = last_audit(run)
    shown = rules[None]
    assert audit.matched == len(transcript.stored) - rules["deleted"]
    assert len(audit.selected) + audit.exclusions["below_cutoff"] == shown
    for rule in ("already_in_context", "no_evidence", "audience", "lineage"):
        assert audit.exclusions[rule] == rules[rule], rule


def test_each_rule_is_told_whatever_the_first_one_says(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    run = cast.asks(cast.ben, cast.dm_ben)
    LedgerEntryFactory.create(run=run, message_event=secret)
    explained = _explained(run, secret)
    assert explained.rule == "already_in_context"
    assert {one.rule: one.excludes for one in explained.rules} == {
        "deleted": False,
        "expired": False,
        "already_in_context": True,
        "no_evidence": False,
        "audience": True,
        "lineage": True,
    }
    assert explained.path == []


@pytest.mark.parametrize("rule", [None, "deleted", "no_evidence", "audience"])
def test_the_first_rule_is_named(cast: Cast, rule: str | None) -> None:
    room = cast.dm_ana if rule == "audience" else cast.launch
    message = cast.says(cast.ana, room, "hello", evidence=rule != "no_evidence")
    if rule == "deleted":
        delete(message)
    assert _explained(cast.asks(cast.ben, cast.dm_ben), message).rule == rule


def test_the_path_leads_over_replies_and_memories_to_what_decides(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    first = ReplyFactory.create(conversation=cast.launch, sources=[secret])
    open_one = cast.says(cast.ana, cast.launch, "hello")
    memory = MemoryFactory.create(
        run__conversation=cast.launch, conversation=cast.launch, sources=[open_one, first]
    )
    last = ReplyFactory.create(conversation=cast.launch, sources=[open_one], memories=[memory])
    assert _path(cast.asks(cast.ben, cast.launch), last) == [
        ("message", last.pk, "lineage"),
        ("memory", memory.pk, "lineage"),
        ("message", first.pk, "lineage"),
        ("message", secret.pk, "audience"),
    ]


def test_the_path_names_what_was_deleted_granted_or_unknown(cast: Cast) -> None:
    gone, unknown = (cast.says(cast.ana, cast.launch, "x", evidence=known) for known in (True, False))
    granted = ToolResultFactory.create(run=cast.asks(cast.ana, cast.launch), readers=["ana"])
    withheld = ReplyFactory.create(conversation=cast.launch, sources=[gone])
    tainted = ReplyFactory.create(conversation=cast.launch, sources=[unknown])
    memory = MemoryFactory.create(run=granted.run, tool_results=[granted])
    quoting = ReplyFactory.create(conversation=cast.launch, memories=[memory])
    delete(gone)
    run = cast.asks(cast.ben, cast.launch)
    assert _path(run, withheld)[1:] == [("message", gone.pk, "deleted")]
    assert _path(run, tainted)[1:] == [("message", unknown.pk, "no_evidence")]
    assert _path(run, quoting)[2:] == [("tool_result", granted.pk, "audience")]


def test_an_explanation_follows_a_link_and_its_end(cast: Cast) -> None:
    both = Twofold.of(cast)
    secret, link = both.secret(), both.link()
    run = both.asks_there()
    assert _explained(run, secret).rule is None
    revoke(link)
    assert _explained(run, secret).rule == "audience"


def test_every_look_is_written_down_the_vain_ones_too(cast: Cast) -> None:
    run, foreign = cast.asks(cast.ben, cast.launch), MessageFactory.create()
    with pytest.raises(NotFound):
        _explained(run, foreign)
    entry = AccessLogEntry.objects.get()
    assert (entry.who_kind, entry.who, entry.action) == ("user", "auditor", "explain")
    assert entry.ids == {"run": run.pk, "message": foreign.pk}


def test_an_explanation_holds_as_of_the_moment_in_which_every_rule_was_asked(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    run = cast.asks(cast.ben, cast.dm_ben)
    before = _explained(run, message)
    delete(message)
    between = value("SELECT statement_timestamp()")
    after = _explained(run, message)
    assert (before.rule, after.rule) == (None, "deleted")
    assert before.as_of < between < after.as_of
