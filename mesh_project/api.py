"""The runtime API, mounted at /api/v1: one place that says which routers it has."""

from typing import Any

from csp.decorators import csp_update
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from conversation_search.api import problems
from conversation_search.api.bodies import StrictParser
from conversation_search.api.routes import (
    erasure,
    explaining,
    health,
    identity,
    ingest,
    memories,
    operator,
    retention,
    runs,
    seal,
    search,
    tools,
)


class RuntimeApi(NinjaAPI):
    """The API, whose every operation may also answer with a problem."""

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:  # noqa: ANN401 - the framework's own
        """Return the OpenAPI document."""
        document = super().get_openapi_schema(**options)
        document["components"]["schemas"].update(problems.openapi_schemas())
        for path in document["paths"].values():
            for operation in path.values():
                operation["responses"]["default"] = problems.OPENAPI_RESPONSE
        return document

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Name an operation by its function."""
        return operation.view_func.__name__


api = RuntimeApi(
    title="Mesh conversation search",
    version="1",
    description="Stores an agent's conversations and finds in them what may be disclosed where it answers.",
    docs_url="/docs",
    openapi_url="/openapi.json",
    parser=StrictParser(),
    # The docs page draws its arrows and buttons from data: images in its stylesheet.
    docs_decorator=csp_update({"img-src": "data:"}),
)
problems.install(api)
api.add_router("", health.router)
api.add_router("", ingest.router)
api.add_router("", runs.router)
api.add_router("", identity.router)
api.add_router("", search.router)
api.add_router("", memories.router)
api.add_router("", operator.router)
api.add_router("", explaining.router)
api.add_router("", retention.router)
api.add_router("", erasure.router)
api.add_router("", seal.router)
api.add_router("", tools.router)
