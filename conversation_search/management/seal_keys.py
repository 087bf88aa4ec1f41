"""The keys of the audit seal, as the settings name them."""

from django.conf import settings
from django.core.management.base import CommandError

from conversation_search.errors import ConversationSearchError
from conversation_search.seal.keys import Keyring


def keyring() -> Keyring:
    """Return the keys of this installation; raises CommandError for one that cannot be used."""
    try:
        return Keyring.of(settings.MESH_AUDIT_SEAL_KEY, settings.MESH_AUDIT_SEAL_PUBLIC_KEYS)
    except ConversationSearchError as error:
        raise CommandError(str(error)) from None
