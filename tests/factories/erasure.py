"""Requests to erase, as rows."""

from factory.django import DjangoModelFactory

from conversation_search.models import ErasureEvent, ErasureItem, ErasureReceipt, ErasureRequest
from tests.factories.declare import SelfAttribute, Sequence, SubFactory
from tests.factories.rooms import AgentFactory


class ErasureRequestFactory(DjangoModelFactory[ErasureRequest]):
    """A request that waits, for the erasure of message 1, whatever that is."""

    class Meta:
        model = ErasureRequest

    runtime_agent = SubFactory(AgentFactory)
    kind = "message"
    message_id = 1
    upto_message_id = 1
    reason = "CASE-17: asked in writing"
    asked_by_kind = "user"
    asked_by = 1
    asked_by_name = "rita"
    status = "waiting"


class ErasureItemFactory(DjangoModelFactory[ErasureItem]):
    """Message 1, as it is meant by a request."""

    class Meta:
        model = ErasureItem

    runtime_agent = SubFactory(AgentFactory)
    request = SubFactory(ErasureRequestFactory, runtime_agent=SelfAttribute("..runtime_agent"))
    kind = "message"
    subject_id = Sequence(lambda number: number + 1)
    is_target = True
    choice = "erase"


class ErasureEventFactory(DjangoModelFactory[ErasureEvent]):
    """The first step of a request."""

    class Meta:
        model = ErasureEvent

    request = SubFactory(ErasureRequestFactory)
    runtime_agent = SelfAttribute("request.runtime_agent")
    what = "asked"
    who_kind = "user"
    who = "rita"


class ErasureReceiptFactory(DjangoModelFactory[ErasureReceipt]):
    """A receipt that says nothing."""

    class Meta:
        model = ErasureReceipt

    request = SubFactory(ErasureRequestFactory)
    runtime_agent = SelfAttribute("request.runtime_agent")
    is_complete = False
    document = "{}"
    sha256 = b"digest"
