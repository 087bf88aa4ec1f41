"""Text as it can be stored: PostgreSQL holds no NUL, and UTF-8 no lone surrogate."""

import re
from typing import Final

UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT: Final = "\ufffd"


def storable(text: str) -> str:
    """Return the text with each NUL and lone surrogate as U+FFFD, which is a word boundary."""
    return UNSTORABLE.sub(REPLACEMENT, text)
