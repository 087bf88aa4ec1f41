"""Rows get numbers without gaps, exactly once; checkpoints follow each other, also through quiet hours."""

import pytest

from conversation_search import limits
from conversation_search.models import Reveal
from conversation_search.seal.documents import Signed
from conversation_search.seal.errors import SealBroken, SealKeyMissing, SealKeyRefused
from conversation_search.seal.keys import Keyring
from conversation_search.seal.streams import STREAMS, TABLES
from tests.cast import Cast
from tests.database import column, execute, rows, value
from tests.seal import tampering
from tests.seal.sealed import (
    KEYS,
    newest_checkpoint,
    number_of,
    seal,
    sealed_events,
    search_events,
    verified,
)
from tests.seal.tampering import FORGER

DECIDE = """
UPDATE reveals SET decided_by = 2, decided_by_name = 'noor', decided_at = now(), granted = false
WHERE id = %(id)s::bigint
"""


def test_numbers_have_no_gaps_where_ids_do(cast: Cast) -> None:
    first, gap, last = search_events(cast, 3)
    tampering.remove(gap.pk)
    seal()
    assert number_of(last.pk) == number_of(first.pk) + 1


def test_a_second_run_seals_nothing_twice_and_makes_no_checkpoint(cast: Cast) -> None:
    sealed_events(cast)
    assert seal() == []
    assert verified().is_sound


def test_a_checkpoint_says_how_many_rows_it_sealed_and_which_one_it_follows(cast: Cast) -> None:
    sealed_events(cast)
    (before,) = sealed_newest()
    search_events(cast, 2)
    (made,) = seal()
    assert (made.checkpoint.rows, made.checkpoint.previous) == (2, before.hash)
    assert made.checkpoint.total == value("SELECT count(*) FROM audit_seal_entries")
    assert made.checkpoint.key_id == KEYS.signer().public.key_id


def sealed_newest() -> list[Signed]:
    """Return the newest checkpoint as it was signed."""
    read = "SELECT payload, key_id, signature FROM audit_checkpoints ORDER BY number DESC LIMIT 1"
    return [Signed(payload, key_id, bytes(signature)) for payload, key_id, signature in rows(read)]


def test_a_quiet_hour_has_its_checkpoint_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed_events(cast)
    assert seal() == []
    monkeypatch.setattr(limits, "SEAL_QUIET", limits.SEAL_QUIET * 0)
    (made,) = seal()
    assert (made.checkpoint.rows, made.checkpoint.segments) == (0, [])
    assert verified().is_sound


def test_what_was_there_before_the_first_run_is_sealed_checkpoint_by_checkpoint(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SEAL_SEGMENT_ROWS", 4)
    monkeypatch.setattr(limits, "SEAL_BATCH", 2)
    events = search_events(cast, 10)
    made = seal()
    assert len(made) >= 3
    numbers = [number_of(event.pk) for event in events]
    assert numbers == list(range(numbers[0], numbers[0] + 10))
    assert verified().is_sound


def test_a_wish_for_a_name_is_sealed_when_asked_and_again_when_decided(cast: Cast) -> None:
    wish = Reveal.objects.create(
        runtime_agent=cast.agent, kind="person", subject_id=1, asked_by=1, asked_by_name="dana", reason="x"
    )
    seal()
    execute(DECIDE, id=wish.pk)
    seal()
    read = "SELECT stream FROM audit_seal_entries WHERE row_id = %(id)s AND stream LIKE 'reveals%%' ORDER BY stream"
    assert column(read, id=wish.pk) == ["reveals", "reveals_decided"]
    tampering.unguarded("reveals", "UPDATE reveals SET granted = NULL WHERE id = %(id)s", id=wish.pk)
    finding = verified().finding
    assert finding is not None
    assert (finding.kind, finding.stream, finding.row_id) == ("altered", "reveals_decided", wish.pk)


def test_a_wish_that_is_decided_after_a_later_one_is_sealed_as_well(cast: Cast) -> None:
    asked = {
        "runtime_agent": cast.agent,
        "kind": "room",
        "subject_id": 1,
        "asked_by": 1,
        "asked_by_name": "dana",
    }
    first, second = (Reveal.objects.create(reason=reason, **asked) for reason in ("one", "two"))
    for wish in (second, first):
        execute(DECIDE, id=wish.pk)
        seal()
    assert number_of(first.pk, "reveals_decided") == number_of(second.pk, "reveals_decided") + 1
    assert verified().is_sound


@pytest.mark.parametrize("table", TABLES)
def test_every_column_of_a_sealed_table_is_sealed(db: None, table: str) -> None:
    assert db is None
    declared = {name for stream in STREAMS if stream.table == table for name in stream.columns}
    read = "SELECT column_name FROM information_schema.columns WHERE table_name = %(table)s"
    assert set(column(read, table=table)) == declared


@pytest.mark.parametrize("table", TABLES)
def test_the_ids_of_a_sealed_table_are_given_out_one_by_one(db: None, table: str) -> None:
    assert db is None
    sequence = "pg_get_serial_sequence(%(table)s, 'id')::regclass"
    read = f"SELECT seqcache, seqincrement FROM pg_sequence WHERE seqrelid = {sequence}"  # noqa: S608 - our own words
    assert rows(read, table=table) == [(1, 1)]


def test_without_a_key_nothing_is_sealed_and_nothing_verified(cast: Cast) -> None:
    search_events(cast, 1)
    nobody = Keyring.of("", [])
    with pytest.raises(SealKeyMissing):
        seal(nobody)
    with pytest.raises(SealKeyMissing):
        verified(keyring=nobody)
    assert value("SELECT count(*) FROM audit_verifications WHERE verified_at >= now()") == 0


def test_nothing_is_added_to_a_chain_that_cannot_be_vouched_for(cast: Cast) -> None:
    sealed_events(cast)
    newest = newest_checkpoint()
    tampering.sign_again(newest, FORGER)
    search_events(cast, 1)
    with pytest.raises(SealBroken, match=f"checkpoint {newest}"):
        seal()
    assert newest_checkpoint() == newest


OTHER_SECRET = "another secret of the seal, made later on"  # noqa: S105 - known to everyone


def test_a_key_is_changed_and_what_the_old_one_signed_still_verifies(cast: Cast) -> None:
    sealed_events(cast)
    changed = Keyring.of(OTHER_SECRET, [KEYS.signer().public.raw.hex()])
    search_events(cast, 1)
    (made,) = seal(changed)
    assert made.document.key_id == changed.signer().public.key_id
    assert verified(keyring=changed).is_sound
    finding = verified().finding
    assert finding is not None
    assert finding.kind == "unknown_key"


def test_a_key_that_was_replaced_signs_no_more(cast: Cast) -> None:
    sealed_events(cast)
    changed = Keyring.of(OTHER_SECRET, [KEYS.signer().public.raw.hex()])
    search_events(cast, 1)
    seal(changed)
    back = Keyring(KEYS.signing, changed.trusted)
    search_events(cast, 1)
    with pytest.raises(SealKeyRefused):
        seal(back)


def test_a_checkpoint_of_a_key_that_was_replaced_is_found(cast: Cast) -> None:
    sealed_events(cast)
    changed = Keyring.of(OTHER_SECRET, [KEYS.signer().public.raw.hex()])
    search_events(cast, 1)
    seal(changed)
    search_events(cast, 1)
    seal(changed)
    tampering.sign_again(newest_checkpoint(), KEYS.signer())
    finding = verified(keyring=changed).finding
    assert finding is not None
    assert (finding.kind, finding.checkpoint) == ("superseded_key", newest_checkpoint())


@pytest.mark.parametrize(("secret", "keys"), [("short", []), ("", ["not hexadecimal"]), ("", ["ab" * 31])])
def test_a_key_that_cannot_be_one_is_refused(secret: str, keys: list[str]) -> None:
    with pytest.raises(SealKeyRefused):
        Keyring.of(secret, keys)


def test_a_secret_shows_in_no_text_of_its_key() -> None:
    assert "secret" not in repr(KEYS.signer())


def test_an_insert_into_the_audit_fires_no_trigger_of_the_seal(db: None) -> None:
    assert db is None
    read = (
        "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 4 = 4 AND tgrelid::regclass::text IN "
        "('conversation_search_events', 'access_log', 'page_accesses', 'reveals')"
    )
    assert value(read) == 0
