"""What can go wrong with the seal; each sentence says what to do. Nothing is signed, and nothing called sound, then."""

from conversation_search.errors import ConversationSearchError


class SealKeyMissing(ConversationSearchError):
    """No key is configured, so nothing is signed and nothing can be verified."""

    status = 503
    code = "seal_key_missing"
    title = (
        "No key for the audit seal is configured. Set MESH_AUDIT_SEAL_KEY, or MESH_AUDIT_SEAL_KEY_FILE, to at least "
        "32 random characters; to verify alone, MESH_AUDIT_SEAL_PUBLIC_KEYS is enough."
    )


class SealKeyRefused(ConversationSearchError):
    """A key cannot be used: it is malformed, or it signed before another one did."""

    code = "seal_key_refused"
    title = "A key of the audit seal cannot be used"


class SealBroken(ConversationSearchError):
    """What is there already cannot be vouched for, so nothing is added to it."""

    code = "seal_broken"
    title = "The seal of the audit is broken"
