"""`manage.py import_slack_export`, as it is called."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from conversation_search.models import Connector
from tests.importers.exports import AGENT, MAYA, channel, export_files, message, user, write_folder, write_zip
from tests.importers.imported import everything_in

TARGET = ("--agent", "helper", "--workspace", "acme")


def run(path: Path | str, *options: str) -> str:
    """Call the command and return what it printed."""
    out = StringIO()
    call_command("import_slack_export", str(path), *TARGET, *options, stdout=out)
    return out.getvalue()


def report(path: Path, *options: str) -> dict[str, Any]:
    """Call the command and return its JSON."""
    parsed: dict[str, Any] = json.loads(run(path, "--json", *options))
    return parsed


@pytest.fixture
def export(db: None, tmp_path: Path) -> Path:
    """Give a small export with a bad entry and a folder that no listing explains."""
    assert db is None
    files = export_files(message(), message("x", None)) | {"board/2026-03-02.json": [message()]}
    files["users.json"] = [user(MAYA), user(AGENT, profile={"bot_id": "B0MESH"})]
    return write_zip(tmp_path / "export.zip", files)


def test_the_json_report_accounts_for_every_entry(export: Path) -> None:
    assert report(export, "--agent-user", AGENT) == {
        "agent": "helper",
        "connector": "slack:acme",
        "dry_run": False,
        "listed_at": "2026-03-02T10:00:00.000100+00:00",
        "rooms": 1,
        "entries": 3,
        "created": 1,
        "updated": 0,
        "duplicate": 0,
        "rejected": {},
        "skipped": {"room:not_listed": 1, "ts:missing": 1},
        "without_evidence": {},
        "problems": {},
        "quarantined": [{"folder": "board", "reason": "room:not_listed", "entries": 1}],
        "unseen_agent_users": [],
    }


def test_the_text_report_says_the_same(export: Path) -> None:
    lines = [" ".join(line.split()) for line in run(export, "--agent-user", AGENT).splitlines()]
    assert lines[0] == "slack:acme of agent helper: 3 entries in 1 room"
    assert {"1 created", "2 skipped", "1 ts:missing", "0 rejected"} <= set(lines)
    assert lines[-1] == "folder 'board' was left out: room:not_listed, 1 entry"


def test_the_connector_lets_joiners_read_and_knows_every_account_of_the_agent(export: Path) -> None:
    run(export, "--agent-user", AGENT, "U0SECOND")
    connector = Connector.objects.get(runtime_agent__slug="helper")
    assert (connector.type, connector.name, connector.joiners_read_history, connector.public) == (
        "slack",
        "acme",
        True,
        False,
    )
    own = [row[0] for row in everything_in("helper")["people"] if row[3]]
    assert own == [AGENT, "U0SECOND", "bot:B0MESH"]


def test_an_agent_may_have_no_account(export: Path) -> None:
    assert report(export, "--no-agent")["created"] == 1
    assert [row for row in everything_in("helper")["people"] if row[3]] == []


def test_whether_the_agent_has_an_account_must_be_said(export: Path) -> None:
    with pytest.raises(CommandError, match="--agent-user --no-agent"):
        run(export)
    with pytest.raises(CommandError, match="not allowed with"):
        run(export, "--no-agent", "--agent-user", AGENT)


def test_a_dry_run_says_so_and_keeps_nothing(export: Path) -> None:
    assert "nothing was kept" in run(export, "--no-agent", "--dry-run")
    assert report(export, "--no-agent", "--dry-run")["created"] == 1
    assert everything_in("helper")["messages"] == []


@pytest.mark.parametrize("data", [b"", b"not a zip", b"PK\x03\x04 cut off"])
@pytest.mark.usefixtures("db")
def test_an_unreadable_file_is_an_error_that_says_what_to_do(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(data)
    with pytest.raises(CommandError, match="download the export again"):
        run(path, "--no-agent")


@pytest.mark.usefixtures("db")
def test_a_folder_that_is_no_export_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not a Slack export"):
        run(tmp_path, "--no-agent")
    with pytest.raises(CommandError, match="give the export's zip"):
        run(tmp_path / "nowhere", "--no-agent")


@pytest.mark.usefixtures("db")
def test_a_listing_that_cannot_be_read_stops_before_anything_is_stored(tmp_path: Path) -> None:
    files = export_files(message()) | {"users.json": b"[{"}
    with pytest.raises(CommandError, match=r"users\.json cannot be read"):
        run(write_folder(tmp_path, files), "--no-agent")
    assert everything_in("helper")["rooms"] == []


@pytest.mark.parametrize(
    "options", [("--agent", "no slug"), ("--workspace", " padded "), ("--agent-user", "\x00")]
)
def test_names_that_cannot_be_are_errors_before_anything_is_stored(
    export: Path, options: tuple[str, ...]
) -> None:
    own = () if options[0] == "--agent-user" else ("--no-agent",)
    with pytest.raises(CommandError, match=f"{options[0]}: Use "):
        run(export, *own, *options)
    assert everything_in("helper")["rooms"] == []


def test_the_json_goes_to_stdout_alone_and_quotes_no_message(
    export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_slack_export", str(export), *TARGET, "--no-agent", "--json")
    printed = capsys.readouterr()
    assert json.loads(printed.out)["entries"] == 3
    assert printed.err == ""
    assert "hello" not in printed.out


@pytest.mark.usefixtures("db")
def test_an_export_of_nothing_is_imported(tmp_path: Path) -> None:
    path = write_folder(tmp_path, {"channels.json": [channel()]})
    assert report(path, "--no-agent")["entries"] == 0
