"""Every kind of tampering is found and named, with the checkpoint that proves it; one test a kind."""

from pathlib import Path

import pytest

from conversation_search.seal import exporting
from conversation_search.seal.documents import signed
from conversation_search.seal.findings import Finding
from conversation_search.seal.keys import Keyring
from tests.cast import Cast
from tests.database import column, value
from tests.seal import tampering
from tests.seal.sealed import (
    EVENTS,
    newest_checkpoint,
    number_of,
    seal,
    sealed_events,
    search_events,
    verified,
)
from tests.seal.tampering import FORGER

OTHER = {
    "matched": "7",
    "selected": "'[1]'",
    "query_digest": "'x'",
    "searched_at": "now() - interval '1 day'",
    "duration_ms": "2",
    "refusal": "''",
    "ceiling_reached": "true",
}
"""Columns of each type, and another value."""


def found(file: Path | None = None) -> Finding:
    """Verify, and return what was found."""
    finding = verified(file).finding
    assert finding is not None
    return finding


def place(finding: Finding) -> tuple[str, str | None, int | None, int | None, int | None]:
    """Return the kind of a finding and where it points."""
    return finding.kind, finding.stream, finding.number, finding.row_id, finding.checkpoint


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a place for checkpoints outside the database."""
    return tmp_path / "checkpoints.jsonl"


def test_what_nobody_touched_is_sound(cast: Cast) -> None:
    sealed_events(cast)
    report = verified()
    assert report.is_sound
    assert report.rows >= 3


@pytest.mark.parametrize("name", OTHER)
def test_an_altered_row_is_named(cast: Cast, name: str) -> None:
    _, second, _ = sealed_events(cast)
    tampering.alter(second.pk, f"{name} = {OTHER[name]}")
    assert place(found()) == ("altered", EVENTS, number_of(second.pk), second.pk, newest_checkpoint())


def test_the_first_of_several_altered_rows_is_named(cast: Cast) -> None:
    first, second, third = sealed_events(cast)
    for event in (third, second):
        tampering.alter(event.pk)
    assert first.pk < second.pk
    assert found().row_id == second.pk


def test_a_row_that_was_altered_together_with_its_record_is_named(cast: Cast) -> None:
    _, second, _ = sealed_events(cast)
    tampering.alter(second.pk)
    tampering.forge_record(second.pk, number_of(second.pk))
    assert place(found()) == ("altered", EVENTS, number_of(second.pk), second.pk, newest_checkpoint())


def test_a_removed_row_is_named(cast: Cast) -> None:
    _, second, _ = sealed_events(cast)
    tampering.remove(second.pk)
    assert place(found()) == ("missing", EVENTS, number_of(second.pk), second.pk, newest_checkpoint())


def test_a_row_that_was_removed_together_with_its_record_is_named_by_its_number(cast: Cast) -> None:
    _, second, _ = sealed_events(cast)
    number = number_of(second.pk)
    tampering.cut(second.pk)
    assert place(found()) == ("missing", EVENTS, number, None, newest_checkpoint())


def test_a_row_that_was_added_later_is_named(cast: Cast) -> None:
    first, gap, _ = search_events(cast, 3)
    tampering.remove(gap.pk)
    seal()
    tampering.add(gap.pk, like=first.pk)
    assert seal() == []
    assert place(found()) == ("added", EVENTS, None, gap.pk, newest_checkpoint())


def test_a_row_that_was_added_with_a_record_is_named(cast: Cast) -> None:
    _, _, last = sealed_events(cast)
    number = number_of(last.pk) + 1
    (late,) = search_events(cast, 1)
    insert = "INSERT INTO audit_seal_entries VALUES (%(stream)s, %(number)s, %(id)s, '', '')"
    tampering.unguarded("audit_seal_entries", insert, stream=EVENTS, number=number, id=late.pk)
    assert place(found()) == ("added", EVENTS, number, None, newest_checkpoint())


def test_a_tail_that_was_cut_is_named_from_its_first_row(cast: Cast) -> None:
    _, second, third = sealed_events(cast)
    for event in (third, second):
        tampering.remove(event.pk)
    assert place(found()) == ("truncated", EVENTS, number_of(second.pk), second.pk, newest_checkpoint())


def test_a_tail_that_was_cut_with_its_records_is_named_from_its_first_number(cast: Cast) -> None:
    _, second, third = sealed_events(cast)
    number = number_of(second.pk)
    for event in (third, second):
        tampering.cut(event.pk)
    assert place(found()) == ("truncated", EVENTS, number, None, newest_checkpoint())


def cut_a_whole_checkpoint(cast: Cast, file: Path) -> tuple[int, int]:
    """Export, then cut the last checkpoint with its only row; return the number of each."""
    sealed_events(cast)
    (late,) = search_events(cast, 1)
    seal()
    exporting.append_new(file)
    number, newest = number_of(late.pk), newest_checkpoint()
    tampering.cut(late.pk)
    tampering.remove_checkpoint(newest)
    return number, newest


def test_a_tail_that_was_cut_with_its_checkpoints_is_proved_by_the_file(cast: Cast, file: Path) -> None:
    number, newest = cut_a_whole_checkpoint(cast, file)
    assert place(found(file)) == ("truncated", EVENTS, number, None, newest)


def test_a_history_that_was_cut_and_sealed_anew_is_proved_by_the_file(cast: Cast, file: Path) -> None:
    number, newest = cut_a_whole_checkpoint(cast, file)
    search_events(cast, 1)
    seal()
    assert newest_checkpoint() == newest
    assert place(found(file)) == ("truncated", EVENTS, number, None, newest)


@pytest.mark.parametrize("is_forged", [False, True], ids=["numbers alone", "numbers and records"])
def test_rows_that_were_reordered_are_named(cast: Cast, *, is_forged: bool) -> None:
    first, second, _ = sealed_events(cast)
    one, two = number_of(first.pk), number_of(second.pk)
    tampering.swap_records(first.pk, second.pk)
    if is_forged:
        tampering.forge_record(second.pk, one)
        tampering.forge_record(first.pk, two)
    assert place(found()) == ("altered", EVENTS, one, second.pk, newest_checkpoint())


def test_a_forged_checkpoint_is_named(cast: Cast) -> None:
    sealed_events(cast)
    number = newest_checkpoint()
    tampering.store(number, payload=tampering.checkpoint(number).payload().replace('"rows":3', '"rows":2'))
    assert (found().kind, found().checkpoint) == ("forged", number)


def test_a_checkpoint_that_another_key_signed_in_the_name_of_ours_is_named(cast: Cast) -> None:
    sealed_events(cast)
    number = newest_checkpoint()
    tampering.store(number, signature=signed(tampering.checkpoint(number), FORGER).signature)
    assert (found().kind, found().checkpoint) == ("forged", number)


def test_a_checkpoint_that_another_key_signed_is_named(cast: Cast) -> None:
    sealed_events(cast)
    tampering.sign_again(newest_checkpoint(), FORGER)
    assert (found().kind, found().checkpoint) == ("unknown_key", newest_checkpoint())


def test_a_chain_whose_keys_were_swapped_is_named_though_it_is_whole(cast: Cast) -> None:
    sealed_events(cast)
    previous = "0" * 64
    for number in column("SELECT number FROM audit_checkpoints ORDER BY number"):
        previous = tampering.sign_again(number, FORGER, previous=previous)
    assert found().kind == "unknown_key"
    assert verified(keyring=Keyring(None, (FORGER.public,))).is_sound


def test_a_checkpoint_in_the_middle_that_was_removed_is_named(cast: Cast) -> None:
    sealed_events(cast)
    number = newest_checkpoint()
    sealed_events(cast)
    tampering.remove_checkpoint(number)
    assert (found().kind, found().checkpoint) == ("missing_checkpoint", number + 1)


def test_an_audit_that_lost_its_whole_seal_is_not_called_sound(cast: Cast) -> None:
    sealed_events(cast)
    tampering.unguarded("audit_checkpoints", "DELETE FROM audit_checkpoints")
    assert found().kind == "added"
    tampering.unguarded("audit_seal_entries", "DELETE FROM audit_seal_entries")
    assert not verified().is_sound
    assert value("SELECT is_sound FROM audit_verifications ORDER BY id DESC LIMIT 1") is False
