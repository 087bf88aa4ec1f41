"""What an import says of a room once its messages are stored: who of those heard there belongs to the past."""

from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Done, Statement

RENEW_LISTING: Final = Statement("renew_listing", Done)
FORGET_STAND_IN: Final = Statement("forget_stand_in", Done)


def renew_listing(conversation_id: int, listed_at: datetime) -> bool:
    """Let only those who speak from now on count as heard beside the listing that was true at `listed_at`.

    False, and nothing is changed, where the room has another listing by now, or where someone who is not listed
    has spoken after `listed_at`, by the platform's clock. The room must be held.
    """
    return RENEW_LISTING.run(conversation_id=conversation_id, listed_at=listed_at) == 1


def forget_stand_in(conversation_id: int, external_id: str) -> None:
    """Let an account of which a room holds nothing but deleted messages count as never heard there."""
    FORGET_STAND_IN.run(conversation_id=conversation_id, external_id=external_id)
