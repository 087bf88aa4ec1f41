"""After a restore from backup, what had been erased since is erased again."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from conversation_search.erasure import replay
from conversation_search.erasure.requests import RequestRow
from conversation_search.models import MessageEvent
from tests.cast import Cast
from tests.database import execute, value
from tests.erasure.asked import ask_for_message, body_of, erase
from tests.factories import HoldFactory, MemoryFactory, MessageFactory, ReplyFactory

UNDELETE = "UPDATE message_events SET deleted_at = NULL, body = 'my key is plum' WHERE id = %(id)s::bigint"


def erased(cast: Cast) -> tuple[MessageEvent, RequestRow]:
    """Erase a message that leaves a tombstone."""
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    return message, erase(ask_for_message(cast, message))


def restore(message: MessageEvent) -> None:
    """Bring its text back, as a backup of before does."""
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE message_events DISABLE TRIGGER USER")
    execute(UNDELETE, id=message.pk)
    execute("ALTER TABLE message_events ENABLE TRIGGER USER")


def replayed(*options: str) -> dict[str, Any]:
    """Run the command and return its counts."""
    out = StringIO()
    call_command("replay_erasures", *options, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_what_a_backup_brought_back_is_erased_again(cast: Cast) -> None:
    message, _ = erased(cast)
    restore(message)
    assert body_of(message) == "my key is plum"
    assert replayed() == {"entries_taken": 0, "found": 1, "erased": 1, "held": 0}
    assert body_of(message) == ""
    assert replayed()["found"] == 0


def test_a_message_whose_tombstone_had_gone_is_known_again_by_its_fingerprint(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum", external_message_id="m1")
    erase(ask_for_message(cast, message))
    assert body_of(message) is None
    back = cast.says(cast.ana, cast.launch, "my key is plum", external_message_id="m1")
    assert replayed()["erased"] == 1
    assert body_of(back) == ""


def test_the_ledger_is_kept_outside_and_taken_back(cast: Cast, tmp_path: Path) -> None:
    message, _ = erased(cast)
    kept = tmp_path / "ledger"
    call_command("export_erasures", str(kept), stdout=StringIO())
    assert "plum" not in kept.read_text(encoding="utf-8")
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE erasure_ledger DISABLE TRIGGER USER")
    execute("DELETE FROM erasure_ledger")
    restore(message)
    assert replayed()["found"] == 0
    assert replayed(str(kept)) == {"entries_taken": 1, "found": 1, "erased": 1, "held": 0}
    assert body_of(message) == ""


def test_a_row_that_took_the_number_later_is_another_message(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch)
    erase(ask_for_message(cast, reply))
    assert body_of(reply) is None
    other = MessageFactory.create(
        id=reply.pk, conversation=cast.launch, actor=cast.ben, external_message_id=None, body="mine"
    )
    assert replayed()["found"] == 0
    assert body_of(other) == "mine"


def test_a_memory_that_a_backup_brought_back_is_emptied_again(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    memory = MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[message], body="plum")
    ReplyFactory.create(conversation=cast.launch, memories=[memory])
    request = ask_for_message(cast, message)
    erase(request)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE memories DISABLE TRIGGER USER")
    execute("UPDATE memories SET body = 'plum', deleted_at = NULL")
    execute("ALTER TABLE memories ENABLE TRIGGER USER")
    assert replayed()["erased"] == 1
    assert value("SELECT count(*) FROM memories WHERE body <> ''") == 0


def test_a_replay_asks_holds_again(cast: Cast) -> None:
    message, _ = erased(cast)
    restore(message)
    HoldFactory.create(runtime_agent=cast.agent)
    assert replayed() == {"entries_taken": 0, "found": 1, "erased": 0, "held": 1}
    assert body_of(message) == "my key is plum"


def test_a_dry_run_erases_nothing(cast: Cast) -> None:
    message, _ = erased(cast)
    restore(message)
    assert replayed("--dry-run")["found"] == 1
    assert body_of(message) == "my key is plum"


@pytest.mark.parametrize(
    "line", ["plum", "{}", '{"agent": "a", "fingerprint": "xyz", "request": "", "erased_at": ""}']
)
def test_a_file_that_is_no_ledger_is_refused_by_its_line(cast: Cast, tmp_path: Path, line: str) -> None:
    assert cast.agent.pk
    kept = tmp_path / "ledger"
    kept.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(CommandError, match="line 2"):
        call_command("replay_erasures", str(kept))


def test_a_file_that_is_not_there_is_refused(cast: Cast, tmp_path: Path) -> None:
    assert cast.agent.pk
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("replay_erasures", str(tmp_path / "none"))


def test_it_goes_in_batches(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversation_search.limits.ERASURE_LEDGER_BATCH", 2)
    said = [erased(cast)[0] for _ in range(3)]
    for message in said:
        restore(message)
    assert sum(batch.found for batch in replay.replay()) == 3
    assert {body_of(message) for message in said} == {""}
