"""What is stored, one module per subject; each docstring says what one row means."""

from conversation_search.models.access import AccessLogEntry, ApiKey, ApiKeyUsage
from conversation_search.models.erasure import (
    ErasureEvent,
    ErasureItem,
    ErasureLedgerEntry,
    ErasureReceipt,
    ErasureRequest,
)
from conversation_search.models.evidence import Audience, DisclosureClass, MessageSourceEvidence, PastAudience
from conversation_search.models.identity import IdentityChallenge, IdentityLink, Person
from conversation_search.models.memories import Memory, MemoryLedgerEntry, ToolResult
from conversation_search.models.pages import PageAccess, Reveal, SavedView, SearchFigure, SignInFailure
from conversation_search.models.provenance import MemoryProvenance
from conversation_search.models.retention import (
    LegalHold,
    LegalHoldEvent,
    RetentionChange,
    RetentionPolicy,
    RetentionRunEvent,
)
from conversation_search.models.rooms import (
    Actor,
    Connector,
    Conversation,
    ConversationParticipant,
    RuntimeAgent,
)
from conversation_search.models.runs import LedgerEntry, Run, ToolCall
from conversation_search.models.seal import AuditCheckpoint, AuditPruning, AuditSealEntry, AuditVerification
from conversation_search.models.search import (
    ConversationSearchEvent,
    IndexingProgress,
    MessageSearchDocument,
    SearchVocabulary,
)
from conversation_search.models.transcript import DeliveredMessage, MessageEvent

__all__ = [
    "AccessLogEntry",
    "Actor",
    "ApiKey",
    "ApiKeyUsage",
    "Audience",
    "AuditCheckpoint",
    "AuditPruning",
    "AuditSealEntry",
    "AuditVerification",
    "Connector",
    "Conversation",
    "ConversationParticipant",
    "ConversationSearchEvent",
    "DeliveredMessage",
    "DisclosureClass",
    "ErasureEvent",
    "ErasureItem",
    "ErasureLedgerEntry",
    "ErasureReceipt",
    "ErasureRequest",
    "IdentityChallenge",
    "IdentityLink",
    "IndexingProgress",
    "LedgerEntry",
    "LegalHold",
    "LegalHoldEvent",
    "Memory",
    "MemoryLedgerEntry",
    "MemoryProvenance",
    "MessageEvent",
    "MessageSearchDocument",
    "MessageSourceEvidence",
    "PageAccess",
    "PastAudience",
    "Person",
    "RetentionChange",
    "RetentionPolicy",
    "RetentionRunEvent",
    "Reveal",
    "Run",
    "RuntimeAgent",
    "SavedView",
    "SearchFigure",
    "SearchVocabulary",
    "SignInFailure",
    "ToolCall",
    "ToolResult",
]
