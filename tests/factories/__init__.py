"""Makes rows for tests through the same SQL functions as the product, so that they cannot drift from it.

Call `.create(...)`, which is typed. Every factory makes what it needs: `MessageFactory.create()` alone is a
message with evidence in a public channel of a new agent. Pass `conversation=` or `connector=` to stay in one
perspective.
"""

from tests.factories.erasure import ErasureEventFactory, ErasureItemFactory, ErasureReceiptFactory
from tests.factories.evidence import AudienceFactory, ClassFactory
from tests.factories.holds import HoldEventFactory, HoldFactory
from tests.factories.identity import ChallengeFactory, LinkFactory, PersonFactory
from tests.factories.memories import MemoryFactory, MemoryLedgerEntryFactory, ToolResultFactory
from tests.factories.messages import EvidenceFactory, MessageFactory, ProvenanceFactory, ReplyFactory
from tests.factories.rooms import (
    ActorFactory,
    AgentFactory,
    ConnectorFactory,
    ConversationFactory,
    agent_account,
)
from tests.factories.runs import LedgerEntryFactory, RunFactory, SearchEventFactory, ToolCallFactory

__all__ = [
    "ActorFactory",
    "AgentFactory",
    "AudienceFactory",
    "ChallengeFactory",
    "ClassFactory",
    "ConnectorFactory",
    "ConversationFactory",
    "ErasureEventFactory",
    "ErasureItemFactory",
    "ErasureReceiptFactory",
    "EvidenceFactory",
    "HoldEventFactory",
    "HoldFactory",
    "LedgerEntryFactory",
    "LinkFactory",
    "MemoryFactory",
    "MemoryLedgerEntryFactory",
    "MessageFactory",
    "PersonFactory",
    "ProvenanceFactory",
    "ReplyFactory",
    "RunFactory",
    "SearchEventFactory",
    "ToolCallFactory",
    "ToolResultFactory",
    "agent_account",
]
