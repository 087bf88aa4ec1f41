"""Exports: exactly the filtered rows, safe in a spreadsheet, with a manifest, on record before and after."""

import csv
import hashlib
import io
import json
import zipfile
from typing import Any

import pytest

from audit_ui.views import exports
from conversation_search import limits
from conversation_search.audit.events import RULES
from conversation_search.audit.export import COLUMNS, STARTS_A_FORMULA, _cell
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import SECRET, World
from tests.database import row, rows, value
from tests.factories import SearchEventFactory

REASON = "CASE-17, asked for by the board"


def export(desk: Desk, **form: str) -> zipfile.ZipFile:
    """Export and return what was sent."""
    answer = desk.client.post("/audit/exports/searches/", {"format": "jsonl", "reason": REASON, **form})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store, private"
    return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]


def contents(packed: zipfile.ZipFile) -> tuple[bytes, dict[str, Any]]:
    """Return the file of an export and its manifest."""
    name, manifest = packed.namelist()
    assert manifest == "manifest.json"
    return packed.read(name), json.loads(packed.read(manifest))


def test_json_lines_hold_exactly_the_filtered_rows(world: World, officer: Desk) -> None:
    data, manifest = contents(export(officer, query="status=ok"))
    (line,) = [json.loads(text) for text in data.decode().splitlines()]
    assert line["search_id"] == world.short("search", world.search_ids[0])
    assert set(line) == set(COLUMNS)
    removed = sum(line[rule] for rule in RULES)
    assert line["matched"] == len(line["selected"]) + removed
    assert manifest["rows"] == 1


def test_the_lines_are_canonical(world: World, officer: Desk) -> None:
    assert world.search_ids
    data, _ = contents(export(officer))
    for text in data.decode().splitlines():
        again = json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert text == again


def test_the_manifest_says_what_the_file_is(officer: Desk) -> None:
    data, manifest = contents(export(officer, query="rule=audience"))
    assert manifest["sha256"] == hashlib.sha256(data).hexdigest()
    assert manifest["filters"]["rule"] == "audience"
    assert (manifest["who"], manifest["reason"]) == ("dana", REASON)
    assert manifest["columns"] == list(COLUMNS)
    assert manifest["first_at"] == manifest["last_at"]
    assert manifest["first_at"].endswith("Z")


def test_the_csv_has_the_same_rows(world: World, officer: Desk) -> None:
    data, manifest = contents(export(officer, format="csv"))
    lines = list(csv.DictReader(io.StringIO(data.decode())))
    assert manifest["rows"] == len(lines) == len(world.search_ids)
    assert [line["search_id"] for line in lines] == [
        world.short("search", number) for number in reversed(world.search_ids)
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "\t=1", " =1", "\r=1", "|cmd", "%0"])
def test_a_cell_that_a_spreadsheet_could_run_is_made_text(text: str) -> None:
    assert STARTS_A_FORMULA.match(text)
    assert _cell(text) == f"'{text}"


def test_numbers_and_plain_text_stay_as_they_are() -> None:
    assert [_cell(value) for value in (-0.5, True, None, "plain", ["a"])] == [
        "-0.5",
        "true",
        "",
        "plain",
        '["a"]',
    ]


def test_an_export_is_recorded_before_and_after(officer: Desk) -> None:
    _, manifest = contents(export(officer, query="status=ok"))
    found = rows("SELECT action, reason, details ->> 'sha256' FROM page_accesses ORDER BY id")
    assert found == [("exported", REASON, None), ("export_ended", REASON, manifest["sha256"])]
    assert manifest["sha256"][:16] in officer.open("exports/").text


def test_an_export_that_breaks_off_says_so(officer: Desk) -> None:
    answer = officer.client.post("/audit/exports/searches/", {"format": "jsonl", "reason": REASON})
    pieces: Any = answer._iterator  # type: ignore[attr-defined]
    next(pieces)
    pieces.close()
    assert row("SELECT action, details ->> 'complete' FROM page_accesses ORDER BY id DESC LIMIT 1") == (
        "export_ended",
        "false",
    )


@pytest.mark.parametrize(
    "form", [{"reason": "short"}, {"reason": "x" * 501}, {"format": "xlsx"}, {"query": "status=odd"}]
)
def test_an_export_without_a_reason_or_by_a_wrong_filter_is_refused(
    officer: Desk, form: dict[str, str]
) -> None:
    sent = {"format": "jsonl", "reason": REASON, **form}
    answer = officer.client.post("/audit/exports/searches/", sent)
    assert answer.status_code == 422
    assert value("SELECT count(*) FROM page_accesses WHERE action = 'exported'") == 0


def test_more_rows_than_one_batch_are_exported_once_each(world: World, officer: Desk) -> None:
    SearchEventFactory.create_batch(limits.EXPORT_BATCH + 3, run=world.run)
    data, manifest = contents(export(officer))
    ids = [json.loads(text)["search_id"] for text in data.decode().splitlines()]
    assert manifest["rows"] == len(set(ids)) == limits.EXPORT_BATCH + 3 + len(world.search_ids)


def test_no_word_and_no_name_is_exported(world: World, officer: Desk) -> None:
    assert world.search_ids
    for form in ("jsonl", "csv"):
        text = contents(export(officer, format=form))[0].decode()
        assert SECRET not in text
        assert not any(f'"{name}"' in text for name in ("ana", "ben", "dm-ana"))


def test_an_export_takes_no_get(officer: Desk) -> None:
    assert officer.open("exports/searches/").status == 405
    assert exports.export.__doc__
