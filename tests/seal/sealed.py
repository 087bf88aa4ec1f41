"""A sealed audit, and hands that change it behind the triggers' back."""

from pathlib import Path
from typing import Final

from conversation_search.models import ConversationSearchEvent, Run
from conversation_search.seal.keys import Keyring
from conversation_search.seal.sealing import Made, seal_everything
from conversation_search.seal.verifying import Report, verify
from tests.cast import Cast
from tests.database import column, value
from tests.factories import SearchEventFactory

SECRET: Final = "a secret of the seal, for tests alone"  # noqa: S105 - known to everyone
KEYS: Final = Keyring.of(SECRET, [])
EVENTS: Final = "conversation_search_events"


def seal(keyring: Keyring = KEYS) -> list[Made]:
    """Seal what there is."""
    return list(seal_everything(keyring))


def search_events(cast: Cast, count: int) -> list[ConversationSearchEvent]:
    """Write audit rows of one run."""
    run: Run = cast.asks(cast.ana, cast.launch)
    return [SearchEventFactory.create(run=run, matched=number) for number in range(count)]


def sealed_events(cast: Cast, count: int = 3) -> list[ConversationSearchEvent]:
    """Write audit rows and seal them."""
    events = search_events(cast, count)
    seal()
    return events


def verified(file: Path | None = None, keyring: Keyring = KEYS) -> Report:
    """Verify everything."""
    return verify(keyring, file, lambda _: None)


def number_of(row_id: int, stream: str = EVENTS) -> int:
    """Return the number of a sealed row."""
    read = (
        "SELECT number FROM audit_seal_entries WHERE stream = %(stream)s::text AND row_id = %(row)s::bigint"
    )
    numbers: list[int] = column(read, stream=stream, row=row_id)
    assert len(numbers) == 1, f"row {row_id} of {stream} is not sealed"
    return numbers[0]


def newest_checkpoint() -> int:
    """Return the number of the newest checkpoint."""
    number: int = value("SELECT max(number) FROM audit_checkpoints")
    return number
