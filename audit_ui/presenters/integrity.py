"""The state of the seal as a page shows it: in words, and with what to do."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from audit_ui.presenters.words import Word
from conversation_search import limits
from conversation_search.seal.overview import SealState, Verified

SOUND: Final = Word("ok", "Sound", "Every row is as it was sealed.")
UNSOUND: Final = Word("failed", "Not sound", "Something is not as it was sealed.")
NOTHING: Final = Word("no_matches", "Nothing sealed", "There was nothing to verify.")
NOT_BEGUN: Final = "Nothing is sealed yet. The service needs MESH_AUDIT_SEAL_KEY and the job seal_audit."


@dataclass(frozen=True, slots=True)
class Check:
    """One statement about the seal, and whether it is good news."""

    text: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class VerificationLine:
    """One verification: when, how far, and the first thing that it found."""

    at: datetime
    status: Word
    last_checkpoint: int
    rows: int
    pruned_rows: int
    with_file: bool
    duration_ms: float
    found: str


def verification_line(row: Verified) -> VerificationLine:
    """Return one verification."""
    return VerificationLine(
        at=row.verified_at,
        status=_status(row),
        last_checkpoint=row.last_checkpoint,
        rows=row.rows,
        pruned_rows=row.pruned_rows,
        with_file=row.with_file,
        duration_ms=row.duration_ms,
        found=str(row.finding.get("sentence", "")),
    )


def _status(row: Verified) -> Word:
    if row.is_sound:
        return SOUND
    return UNSOUND if row.finding else NOTHING


def checks(state: SealState, verified: list[Verified], now: datetime) -> list[Check]:
    """Return what can be said about the seal, the age of the newest checkpoint first."""
    return [_age(state), _waiting(state), _verified(verified, now)]


def _age(state: SealState) -> Check:
    if state.newest is None:
        return Check(
            NOT_BEGUN,
            is_good=False,
        )
    if state.age is None:
        return Check(f"Checkpoint {state.newest.number} cannot be read.", is_good=False)
    age = span(state.age)
    if state.is_late:
        return Check(f"The newest checkpoint is {age} old. The job seal_audit does not run.", is_good=False)
    return Check(f"The newest checkpoint is {age} old.", is_good=True)


def _waiting(state: SealState) -> Check:
    if not state.is_counted:
        return Check(f"More than {limits.SEAL_LAG_COUNTED:,} rows wait for their seal.", is_good=False)
    return Check(f"{state.unsealed:,} rows wait for the next checkpoint.", is_good=not state.is_late)


def _verified(verified: list[Verified], now: datetime) -> Check:
    if not verified:
        return Check("The seal was never verified. Run verify_audit.", is_good=False)
    newest = verified[0]
    age = span(now - newest.verified_at)
    if not newest.is_sound:
        return Check(f"The newest verification, {age} ago, did not find the audit sound.", is_good=False)
    return Check(
        f"The newest verification, {age} ago, found every sealed row as it was sealed.", is_good=True
    )


def span(time: timedelta) -> str:
    """Write a span of time in the unit that suits it."""
    minutes = max(0, int(time.total_seconds() // 60))
    if minutes < 2 * 60:
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    hours = minutes // 60
    return f"{hours} hours" if hours < 2 * 24 else f"{hours // 24} days"
