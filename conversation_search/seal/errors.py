"""What can go wrong with the seal; each sentence says what to do. Nothing is signed, and nothing called sound, then."""

from conversation_search.errors import ConversationSearchError


class SealError(ConversationSearchError):
    """A refusal of the seal's commands; no call of the API gives one, so it has no code of its own."""


class SealKeyMissing(SealError):
    """No key is configured, so nothing is signed and nothing can be verified."""

    title = (
        "No key for the audit seal is configured. Set MESH_AUDIT_SEAL_KEY, or MESH_AUDIT_SEAL_KEY_FILE, to at least "
        "32 random characters; to verify alone, MESH_AUDIT_SEAL_PUBLIC_KEYS is enough."
    )


class SealKeyRefused(SealError):
    """A key cannot be used: it is malformed, or it signed before another one did."""


class SealBroken(SealError):
    """What is there already cannot be vouched for, so nothing is added to it."""


class ExportUnreadable(SealError):
    """A file of checkpoints cannot be read; nothing can be said of what it should prove."""


class UnknownKind(SealError):
    """A sealed column has a type that no canonical form was written down for."""
