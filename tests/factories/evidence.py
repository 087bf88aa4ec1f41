"""Interned audiences and disclosure classes."""

from typing import Any

from factory.django import DjangoModelFactory

from conversation_search.models import Audience, DisclosureClass
from tests.database import value
from tests.factories.declare import SelfAttribute, SubFactory
from tests.factories.rooms import ConversationFactory

INTERN_AUDIENCE = """
SELECT mesh_intern_audience(%(runtime_agent_id)s::bigint, ROW(
    %(visibility)s::text, %(connector_id)s::bigint, %(conversation_id)s::bigint, %(kind)s::text,
    %(readers)s::text[], %(externally_shared)s::boolean, %(restricted)s::boolean, %(explicit)s::boolean, false, NULL
)::mesh_audience)
"""
INTERN_CLASS = "SELECT mesh_intern_class(%(runtime_agent_id)s::bigint, %(audience_ids)s::bigint[])"


class AudienceFactory(DjangoModelFactory[Audience]):
    """An audience of one conversation: `members` of the readers given, or `workspace` or `public`."""

    class Meta:
        model = Audience

    conversation = SubFactory(ConversationFactory)
    connector = SelfAttribute("conversation.connector")
    runtime_agent = SelfAttribute("conversation.runtime_agent")
    kind = SelfAttribute("conversation.kind")
    visibility = "workspace"
    readers = None
    externally_shared = False
    restricted = False
    explicit = False

    @classmethod
    def _create(cls, model_class: type[Audience], *_args: Any, **kwargs: Any) -> Audience:  # noqa: ANN401
        parents = {
            f"{name}_id": kwargs.pop(name).pk for name in ("conversation", "connector", "runtime_agent")
        }
        return model_class.objects.get(pk=value(INTERN_AUDIENCE, **parents, **kwargs))


class ClassFactory(DjangoModelFactory[DisclosureClass]):
    """The class of a set of `audiences` of one agent."""

    class Meta:
        model = DisclosureClass

    @classmethod
    def _create(cls, model_class: type[DisclosureClass], *_args: Any, **kwargs: Any) -> DisclosureClass:  # noqa: ANN401
        audiences: list[Audience] = kwargs["audiences"]
        found = value(
            INTERN_CLASS,
            runtime_agent_id=audiences[0].runtime_agent_id,
            audience_ids=[audience.pk for audience in audiences],
        )
        return model_class.objects.get(pk=found)
