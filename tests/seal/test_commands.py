"""The commands of the seal: what they print, when they fail, and that they fail closed."""

import json
import signal
import threading
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from conversation_search.management.commands import seal_audit
from conversation_search.managers.transactions import StatementError
from conversation_search.seal import sealing
from tests.cast import Cast
from tests.database import column, value
from tests.seal import tampering
from tests.seal.sealed import KEYS, SECRET, newest_checkpoint, seal, sealed_events, search_events, verified
from tests.search.asking import ask

DIGESTS = "SELECT query_digest FROM conversation_search_events WHERE run_id = %(run)s"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Configure the key of these tests."""
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_KEY", SECRET)
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_PUBLIC_KEYS", [])


def run(name: str, *options: str) -> str:
    """Run a command and return what it printed."""
    out = StringIO()
    call_command(name, *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_sealing_says_what_it_sealed(cast: Cast) -> None:
    search_events(cast, 2)
    assert "rows sealed" in run("seal_audit")
    assert "Nothing new" in run("seal_audit")
    search_events(cast, 2)
    assert json.loads(run("seal_audit", "--json"))["rows"] == 2


def test_new_checkpoints_go_to_a_file_and_to_stdout(cast: Cast, tmp_path: Path) -> None:
    sealed_events(cast)
    search_events(cast, 1)
    (line,) = run("seal_audit", "--export", "-").splitlines()
    assert json.loads(line)["number"] == newest_checkpoint()
    file = tmp_path / "checkpoints.jsonl"
    search_events(cast, 1)
    run("seal_audit", "--export", str(file))
    assert len(file.read_text().splitlines()) == newest_checkpoint()


def test_the_public_key_is_shown_and_not_the_secret() -> None:
    told = json.loads(run("seal_audit", "--show-key", "--json"))
    assert told == {"key_id": KEYS.signer().public.key_id, "public_key": KEYS.signer().public.raw.hex()}
    assert SECRET not in run("seal_audit", "--show-key")


@pytest.mark.parametrize(
    "options", [["seal_audit"], ["verify_audit"], ["prune_audit", "--before", "2026-01-01"]]
)
def test_without_a_key_every_command_says_so_and_does_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    assert db is None
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_KEY", "")
    before = value("SELECT count(*) FROM audit_checkpoints")
    with pytest.raises(CommandError, match="MESH_AUDIT_SEAL_KEY"):
        run(*options)
    assert value("SELECT count(*) FROM audit_checkpoints") == before


def test_verifying_needs_the_public_key_alone(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed_events(cast)
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_KEY", "")
    monkeypatch.setattr(settings, "MESH_AUDIT_SEAL_PUBLIC_KEYS", [KEYS.signer().public.raw.hex()])
    assert "verified" in run("verify_audit")


def test_a_sound_audit_is_told_with_what_was_not_looked_at(cast: Cast, tmp_path: Path) -> None:
    sealed_events(cast)
    assert "--checkpoints" in run("verify_audit")
    file = tmp_path / "checkpoints.jsonl"
    run("seal_audit", "--export", str(file))
    assert "--checkpoints" not in run("verify_audit", "--checkpoints", str(file))
    told = json.loads(run("verify_audit", "--json"))
    assert (told["is_sound"], told["finding"], told["with_file"]) == (True, None, False)


def test_a_finding_ends_with_an_error_and_is_recorded(cast: Cast) -> None:
    event, *_ = sealed_events(cast)
    tampering.alter(event.pk)
    out = StringIO()
    with pytest.raises(CommandError, match=f"id {event.pk}"):
        call_command("verify_audit", "--json", stdout=out)
    assert json.loads(out.getvalue())["finding"]["row_id"] == event.pk
    recorded = value("SELECT finding FROM audit_verifications WHERE NOT is_sound ORDER BY id DESC LIMIT 1")
    assert json.loads(recorded)["kind"] == "altered"


def test_a_verification_is_sealed_itself(cast: Cast) -> None:
    sealed_events(cast)
    verified()
    seal()
    tampering.unguarded("audit_verifications", "UPDATE audit_verifications SET rows = 7")
    finding = verified().finding
    assert finding is not None
    assert (finding.kind, finding.stream) == ("altered", "audit_verifications")


def test_an_audit_without_a_seal_is_not_called_sound(cast: Cast) -> None:
    search_events(cast, 1)
    seal()
    tampering.unguarded("audit_checkpoints", "DELETE FROM audit_checkpoints")
    tampering.unguarded("audit_seal_entries", "DELETE FROM audit_seal_entries")
    with pytest.raises(CommandError, match="Nothing is sealed yet"):
        run("verify_audit")


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "100000"])
def test_a_pause_that_is_none_is_refused(seconds: str) -> None:
    with pytest.raises(CommandError):
        run("seal_audit", "--every", seconds)


@pytest.fixture
def stops_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the command be stopped, as by SIGTERM, in its n-th pause."""
    handlers: dict[int, Any] = {}
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)

    def stops(pauses: int) -> None:
        left = [pauses]

        def wait(self: threading.Event, _seconds: float) -> bool:
            left[0] -= 1
            if not left[0]:
                handlers[signal.SIGTERM](signal.SIGTERM, None)
            return self.is_set()

        monkeypatch.setattr(threading.Event, "wait", wait)

    return stops


@pytest.fixture(autouse=True)
def _stays_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seal_audit, "close_old_connections", lambda: None)


def test_it_seals_again_and_again_until_it_is_stopped(cast: Cast, stops_after: Callable[[int], None]) -> None:
    search_events(cast, 1)
    stops_after(3)
    assert run("seal_audit", "--every", "60").count("rows sealed") == 1


def test_it_goes_on_when_the_database_was_away(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, stops_after: Callable[[int], None]
) -> None:
    search_events(cast, 1)
    real, failures = sealing.seal_everything, [StatementError("lock_seal", "08006")]

    def sometimes(keyring: Any) -> Any:  # noqa: ANN401 - what the command calls
        if failures:
            raise failures.pop()
        return real(keyring)

    monkeypatch.setattr(seal_audit, "seal_everything", sometimes)
    stops_after(2)
    assert "rows sealed" in run("seal_audit", "--every", "60")


def test_a_digest_key_is_destroyed_and_the_seal_holds(cast: Cast) -> None:
    found = cast.asks(cast.ana, cast.launch)
    ask(found, "kestrel")
    seal()
    before = column(DIGESTS, run=found.pk)
    assert all(before)
    told = json.loads(run("destroy_digest_key", "--agent", cast.agent.slug, "--json"))
    assert (told["destroyed"], told["digests"]) == (True, 1)
    assert value("SELECT digest_salt FROM runtime_agents WHERE id = %(id)s", id=cast.agent.pk) is None
    assert column(DIGESTS, run=found.pk) == before
    assert verified().is_sound


def test_after_that_new_searches_have_no_digest_and_the_deed_is_on_record(cast: Cast) -> None:
    run("destroy_digest_key", "--agent", cast.agent.slug)
    found = cast.asks(cast.ana, cast.launch)
    ask(found, "kestrel")
    assert column(DIGESTS, run=found.pk) == [""]
    assert column("SELECT action FROM access_log WHERE runtime_agent_id = %(id)s", id=cast.agent.pk) == [
        "destroy_digest_key"
    ]
    assert "no digest key any more" in run("destroy_digest_key", "--agent", cast.agent.slug)


def test_a_dry_run_destroys_nothing(cast: Cast) -> None:
    told = json.loads(run("destroy_digest_key", "--agent", cast.agent.slug, "--dry-run", "--json"))
    assert (told["existed"], told["destroyed"]) == (True, False)
    assert value("SELECT digest_salt FROM runtime_agents WHERE id = %(id)s", id=cast.agent.pk)
    with pytest.raises(CommandError, match="no agent"):
        run("destroy_digest_key", "--agent", "nobody")
