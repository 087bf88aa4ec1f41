"""Legal holds, with what was done about them."""

from typing import Any

from factory.django import DjangoModelFactory

from conversation_search.models import LegalHold, LegalHoldEvent
from tests.factories.declare import SelfAttribute, SubFactory
from tests.factories.rooms import AgentFactory


class HoldEventFactory(DjangoModelFactory[LegalHoldEvent]):
    """What user 1 did about `legal_hold`."""

    class Meta:
        model = LegalHoldEvent

    runtime_agent = SelfAttribute("legal_hold.runtime_agent")
    who_kind = "user"
    who = 1
    who_name = "rita"
    reason = "case 12"


class HoldFactory(DjangoModelFactory[LegalHold]):
    """A hold that user 1 placed: on all of `runtime_agent` unless `actor`, `conversation` or times narrow it."""

    class Meta:
        model = LegalHold

    runtime_agent = SubFactory(AgentFactory)
    reason = "case 12"

    @classmethod
    def _create(cls, model_class: type[LegalHold], *_args: Any, **kwargs: Any) -> LegalHold:  # noqa: ANN401
        created = model_class.objects.create(**kwargs)
        HoldEventFactory.create(legal_hold=created, kind="placed")
        return created


def release(hold: LegalHold) -> None:
    """Let user 1 ask for the release of a hold and user 2 grant it."""
    HoldEventFactory.create(legal_hold=hold, kind="release_asked")
    HoldEventFactory.create(legal_hold=hold, kind="released", who=2, who_name="olga")
