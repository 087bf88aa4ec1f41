"""Checkpoints leave the box line by line, and a file that says otherwise than the database is not written to."""

import hashlib
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from conversation_search import limits
from conversation_search.seal import exporting
from conversation_search.seal.errors import ExportUnreadable, SealBroken
from tests.cast import Cast
from tests.database import value
from tests.seal import tampering
from tests.seal.sealed import KEYS, newest_checkpoint, seal, sealed_events, search_events, verified


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a place for checkpoints."""
    return tmp_path / "checkpoints.jsonl"


def test_a_file_gets_what_it_lacks_and_nothing_twice(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    assert exporting.append_new(file) == 0
    search_events(cast, 1)
    seal()
    assert exporting.append_new(file) == 1
    numbers = [json.loads(text)["number"] for text in file.read_text().splitlines()]
    assert numbers == list(range(1, newest_checkpoint() + 1))
    assert verified(file).is_sound


def test_an_outsider_verifies_a_line_with_the_public_key_alone(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    told = json.loads(file.read_text().splitlines()[-1])
    key = Ed25519PublicKey.from_public_bytes(KEYS.signer().public.raw)
    key.verify(
        bytes.fromhex(told["signature"]), b"mesh audit checkpoint, version 1\n" + told["payload"].encode()
    )
    assert told["hash"] == hashlib.sha256(told["payload"].encode()).hexdigest()
    assert told["key_id"] == hashlib.sha256(KEYS.signer().public.raw).hexdigest()[:16]


def test_a_line_that_a_crash_cut_off_is_written_again(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    exporting.append_new(file)
    assert file.read_bytes() == whole


def test_a_file_that_knows_more_than_the_database_is_left_as_it_is(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    before = file.read_bytes()
    tampering.unguarded("audit_seal_entries", "DELETE FROM audit_seal_entries")
    tampering.unguarded("audit_checkpoints", "DELETE FROM audit_checkpoints")
    with pytest.raises(SealBroken, match="cut off"):
        exporting.check_continues(file)
    seal()
    with pytest.raises(SealBroken):
        exporting.append_new(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [b"not json", b"[]", b"{}", b'{"number": 1}', b"\xff\xfe", b"9" * 5_000, b"[" * 100_000],
    ids=["text", "a list", "nothing", "too little", "no UTF-8", "a long number", "deep"],
)
def test_a_file_of_something_else_proves_nothing_and_says_so(cast: Cast, file: Path, line: bytes) -> None:
    sealed_events(cast)
    file.write_bytes(line + b"\n")
    before = value("SELECT count(*) FROM audit_verifications")
    with pytest.raises(ExportUnreadable, match="Line 1"):
        verified(file)
    with pytest.raises(ExportUnreadable):
        exporting.append_new(file)
    assert value("SELECT count(*) FROM audit_verifications") == before


def test_a_file_whose_lines_do_not_follow_each_other_is_unreadable(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    sealed_events(cast)
    sealed_events(cast)
    exporting.append_new(file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    with pytest.raises(ExportUnreadable, match="does not follow"):
        verified(file)


def test_a_line_that_was_changed_in_the_file_is_unreadable(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    file.write_bytes(file.read_bytes().replace(b'\\"rows\\":3', b'\\"rows\\":2'))
    with pytest.raises(ExportUnreadable):
        verified(file)


def test_a_file_that_is_not_there_is_unreadable(file: Path) -> None:
    with pytest.raises(ExportUnreadable):
        list(exporting.read_lines(file))
    with pytest.raises(ExportUnreadable):
        exporting.append_new(file.parent)


def test_a_part_of_a_file_is_compared_as_far_as_it_goes(cast: Cast, file: Path) -> None:
    sealed_events(cast)
    sealed_events(cast)
    exporting.append_new(file)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[-1])
    sealed_events(cast)
    assert verified(file).is_sound


def test_a_line_has_a_bound(cast: Cast, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed_events(cast)
    exporting.append_new(file)
    monkeypatch.setattr(limits, "CHECKPOINT_LINE_BYTES", 100)
    with pytest.raises(ExportUnreadable):
        verified(file)
