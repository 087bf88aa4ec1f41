"""Agents, connectors, people and rooms."""

import uuid
from typing import Any

from django.db.models.functions import Now
from factory.django import DjangoModelFactory

from conversation_search.models import Actor, Connector, Conversation, RuntimeAgent
from tests.database import execute
from tests.factories.declare import LazyFunction, SelfAttribute, Sequence, SubFactory

AGENT_ACCOUNT = "mesh-agent"

LIST_MEMBERS = """
WITH listed AS (
    INSERT INTO actors (runtime_agent_id, connector_id, external_id)
    SELECT conversation.runtime_agent_id, conversation.connector_id, member.external_id
    FROM conversations AS conversation
    CROSS JOIN LATERAL unnest(conversation.members) AS member (external_id)
    WHERE conversation.id = %(conversation_id)s::bigint AND member.external_id IS NOT NULL
    ON CONFLICT (connector_id, external_id) DO UPDATE SET external_id = excluded.external_id
    RETURNING id, runtime_agent_id
)

INSERT INTO conversation_participants (runtime_agent_id, conversation_id, actor_id)
SELECT DISTINCT listed.runtime_agent_id, %(conversation_id)s::bigint, listed.id FROM listed
ON CONFLICT (conversation_id, actor_id) DO NOTHING
"""


class AgentFactory(DjangoModelFactory[RuntimeAgent]):
    """A perspective that no other test shares."""

    class Meta:
        model = RuntimeAgent

    slug = LazyFunction(lambda: f"agent-{uuid.uuid4().hex}")


class ConnectorFactory(DjangoModelFactory[Connector]):
    """A workspace; joiners do not read history unless told otherwise."""

    class Meta:
        model = Connector

    runtime_agent = SubFactory(AgentFactory)
    type = "slack"
    name = Sequence(lambda number: f"workspace-{number}")


class ActorFactory(DjangoModelFactory[Actor]):
    """A human of the connector's organization, unless `is_agent` or `is_external` is given."""

    class Meta:
        model = Actor
        django_get_or_create = ("connector", "external_id")

    connector = SubFactory(ConnectorFactory)
    runtime_agent = SelfAttribute("connector.runtime_agent")
    external_id = Sequence(lambda number: f"person-{number}")


class ConversationFactory(DjangoModelFactory[Conversation]):
    """A public channel without a listing; `members` lists them as of now and makes them participants."""

    class Meta:
        model = Conversation

    connector = SubFactory(ConnectorFactory)
    runtime_agent = SelfAttribute("connector.runtime_agent")
    external_thread_id = Sequence(lambda number: f"room-{number}")
    kind = "public_channel"

    @classmethod
    def _create(cls, model_class: type[Conversation], *_args: Any, **kwargs: Any) -> Conversation:  # noqa: ANN401
        if kwargs.get("members") is not None:
            kwargs.setdefault("members_as_of", Now())
        created = model_class.objects.create(**kwargs)
        execute(LIST_MEMBERS, conversation_id=created.pk)
        created.refresh_from_db()
        return created


def agent_account(connector: Connector, external_id: str = AGENT_ACCOUNT) -> Actor:
    """Return an account of the agent itself on this connector, made when it is new."""
    return ActorFactory.create(
        connector=connector, external_id=external_id, is_agent=True, own_account="registered"
    )
