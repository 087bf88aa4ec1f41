"""Person records, the links in them, and challenges."""

import secrets
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now
from factory.django import DjangoModelFactory

from conversation_search.models import Actor, IdentityChallenge, IdentityLink, Person
from tests.factories.declare import LazyFunction, SelfAttribute, SubFactory
from tests.factories.rooms import AgentFactory
from tests.factories.runs import RunFactory


class PersonFactory(DjangoModelFactory[Person]):
    """A person record without links."""

    class Meta:
        model = Person

    runtime_agent = SubFactory(AgentFactory)


class LinkFactory(DjangoModelFactory[IdentityLink]):
    """A live link of two `accounts`, of a person of its own unless `person` is given."""

    class Meta:
        model = IdentityLink

    @classmethod
    def _create(cls, model_class: type[IdentityLink], *_args: Any, **kwargs: Any) -> IdentityLink:  # noqa: ANN401
        accounts: tuple[Actor, Actor] = kwargs.pop("accounts")
        first, second = sorted(accounts, key=lambda account: account.pk)
        agent = first.runtime_agent
        return model_class.objects.create(
            runtime_agent=agent,
            first_actor=first,
            second_actor=second,
            **{
                "person": kwargs.pop("person", None) or PersonFactory.create(runtime_agent=agent),
                "linked_at": Now(),
                "proved_at": Now(),
                "expires_at": Now() + timedelta(days=90),
                **kwargs,
            },
        )


class ChallengeFactory(DjangoModelFactory[IdentityChallenge]):
    """A challenge that the requester of `run` was given now and has not redeemed."""

    class Meta:
        model = IdentityChallenge

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    actor = SelfAttribute("run.requester")
    code_hash = LazyFunction(lambda: secrets.token_bytes(32))
    issued_at = Now()
    expires_at = Now() + timedelta(minutes=10)
