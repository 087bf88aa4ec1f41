"""Memories with their lineage, and their places on ledgers."""

from typing import Any

from django.db.models.functions import Now
from factory.django import DjangoModelFactory

from conversation_search.models import Audience, Memory, MemoryLedgerEntry, ToolResult
from tests.database import value
from tests.factories.declare import SelfAttribute, SubFactory
from tests.factories.messages import room_audience_id
from tests.factories.runs import RunFactory

CLOSE = """
SELECT mesh_close_lineage(
    %(agent_id)s::bigint, %(audience_id)s::bigint, %(message_ids)s::bigint[], %(memory_ids)s::bigint[],
    %(tool_result_ids)s::bigint[]
)
"""

GRANT = "SELECT mesh_intern_grant(%(run_id)s::bigint, %(readers)s::text[])"


class MemoryFactory(DjangoModelFactory[Memory]):
    """What was remembered in `run`, formed from `sources`, `memories` and, when given, from `answered`."""

    class Meta:
        model = Memory

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    conversation = SelfAttribute("run.conversation")
    body = "the migration is on friday, I hear"
    remembered_at = Now()

    @classmethod
    def _create(cls, model_class: type[Memory], *_args: Any, **kwargs: Any) -> Memory:  # noqa: ANN401
        sources = [source.pk for source in kwargs.pop("sources", ())] + list(kwargs.pop("missing_ids", ()))
        memories = [memory.pk for memory in kwargs.pop("memories", ())]
        memories += list(kwargs.pop("missing_memory_ids", ()))
        results = [result.pk for result in kwargs.pop("tool_results", ())]
        answered = kwargs.pop("answered", None)
        audience: Audience | None = kwargs.pop("audience", None)
        audience_id = audience.pk if audience else room_audience_id(kwargs["conversation"].pk)
        class_id = value(
            CLOSE,
            agent_id=kwargs["runtime_agent"].pk,
            audience_id=audience_id,
            message_ids=sources + ([answered.pk] if answered else []),
            memory_ids=memories,
            tool_result_ids=results,
        )
        return model_class.objects.create(
            history_message_ids=sources,
            memory_ids=memories,
            tool_result_ids=results,
            answered_message_id=answered.pk if answered else None,
            audience_id=audience_id,
            disclosure_class_id=class_id,
            **kwargs,
        )


class MemoryLedgerEntryFactory(DjangoModelFactory[MemoryLedgerEntry]):
    """A memory that `run` was shown."""

    class Meta:
        model = MemoryLedgerEntry

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    memory = SubFactory(MemoryFactory, run=SelfAttribute("..run"))


class ToolResultFactory(DjangoModelFactory[ToolResult]):
    """A text of an external tool that `run` was given, granted to `readers`."""

    class Meta:
        model = ToolResult

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    source = "crm"
    recorded_at = Now()
    readers = ()

    @classmethod
    def _create(cls, model_class: type[ToolResult], *_args: Any, **kwargs: Any) -> ToolResult:  # noqa: ANN401
        granted = value(GRANT, run_id=kwargs["run"].pk, readers=list(kwargs.pop("readers")))
        return model_class.objects.create(audience_id=granted, **kwargs)
