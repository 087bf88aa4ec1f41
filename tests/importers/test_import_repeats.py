"""An import can be run again, at any time and after any interruption, and tried without keeping anything."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conversation_search import limits
from conversation_search.ingest import conversations, messages
from conversation_search.managers import importing
from conversation_search.models import RuntimeAgent
from tests.importers.exports import MAYA, PRIYA, Files, channel, export_files, message
from tests.importers.imported import BOARD, Workspace, everything_in, whole_workspace

STEPS = (
    (conversations, "put"),
    (messages, "store"),
    (importing, "forget_stand_in"),
    (importing, "renew_listing"),
)


class Killed(BaseException):
    """Ends an import as a signal would."""


def eventful() -> Files:
    """Give an export with edits, deletions, a leaver, a guest and several days."""
    gone = message("This message was deleted.", "1772445603.000100", subtype="tombstone", user="USLACKBOT")
    deleted = message("", "1772445604.000100", subtype="message_deleted", deleted_ts="1772445600.000100")
    edited = message("plum", edited={"user": MAYA, "ts": "1772445700.000100"})
    files = whole_workspace(
        launch=[message(), edited, deleted, gone],
        board=[message("pear", user=PRIYA), message("fig", "1772445601.000100", user="U0UNKNOWN")],
        dm_maya=[message("quince", "1772445601.000100"), gone],
    )
    listing = {"groups.json": [channel(BOARD, "board", members=[MAYA])], "dms.json": [{"id": "D0MAYA"}]}
    return files | listing | {"launch/2026-03-03.json": [message("bye", "1772532000.000100")]}


def kill_at(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the given step be the last: it is done, and then the process is gone."""
    left = iter(range(number, -1, -1))

    def mortal(step: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever the step takes and gives
            result = step(*args, **kwargs)
            if next(left) == 0:
                raise Killed
            return result

        return wrapped

    for module, name in STEPS:
        monkeypatch.setattr(module, name, mortal(getattr(module, name)))


def test_a_second_import_creates_nothing_and_changes_nothing(workspace: Workspace) -> None:
    first = workspace.imports(eventful())
    before = everything_in(workspace.slug)
    second = workspace.imports(eventful())
    assert second.stored["created"] == second.stored["updated"] == 0
    assert everything_in(workspace.slug) == before
    assert second.entries == first.entries
    assert second.without_evidence == first.without_evidence - Counter(deleted=2)


def test_an_import_killed_after_any_step_ends_as_one_that_was_not(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INGEST_BATCH", 1)
    path = workspace.write(eventful())
    workspace.imports(path)
    expected = everything_in(workspace.slug)
    for number in range(100):
        again = replace(workspace, slug=f"killed-{number}")
        with monkeypatch.context() as patched:
            kill_at(patched, number)
            try:
                again.imports(path)
            except Killed:
                patched.undo()
            else:
                break
        again.imports(path)
        assert everything_in(again.slug) == expected, f"killed after step {number}"
    assert number > 20


def test_a_dry_run_reports_what_an_import_would_do_and_keeps_nothing(workspace: Workspace) -> None:
    tried = workspace.imports(eventful(), dry_run=True)
    assert not RuntimeAgent.objects.filter(slug=workspace.slug).exists()
    assert tried.as_json() == workspace.imports(eventful()).as_json() | {"dry_run": True}


def test_a_dry_run_beside_stored_history_changes_nothing(workspace: Workspace) -> None:
    workspace.imports(export_files(message("old")))
    before = everything_in(workspace.slug)
    newer = export_files(message("new", edited={"user": MAYA, "ts": "1772445700.000100"}))
    assert workspace.imports(newer, dry_run=True).stored == {"updated": 1}
    assert everything_in(workspace.slug) == before


def test_two_exports_give_the_same_messages_in_either_order(workspace: Workspace) -> None:
    older = export_files(message("old"), message("pear", "1772445601.000100"))
    newer = export_files(
        message("new", edited={"user": MAYA, "ts": "1772445700.000100"}), message("fig", "1772445700.000100")
    )
    other = replace(workspace, slug="other-order")
    for files in (older, newer):
        workspace.imports(files)
    for files in (newer, older):
        other.imports(files)
    assert sorted(workspace.bodies()) == sorted(other.bodies()) == ["fig", "new", "pear"]


def test_a_later_listing_gives_evidence_to_what_had_none(workspace: Workspace) -> None:
    workspace.imports(
        whole_workspace(board=[message()]) | {"groups.json": [channel(BOARD, "board", members=None)]}
    )
    assert workspace.where_found("hello") == set()
    report = workspace.imports(whole_workspace(board=[message()]))
    assert (report.stored, report.without_evidence) == ({"duplicate": 1}, {})
    assert workspace.finds(BOARD, "hello") == ["hello"]


def test_progress_tells_of_every_day_once(workspace: Workspace) -> None:
    days: list[int] = []
    workspace.imports(eventful() | {"nowhere/2026-03-02.json": [message()]}, advance=days.append)
    assert sum(days) == 5
