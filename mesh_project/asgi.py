"""The ASGI application: MCP at `/mcp`, and everything else by Django in threads."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, cast
from urllib.parse import quote

from a2wsgi import WSGIMiddleware
from starlette.applications import Starlette
from starlette.routing import Mount, Route
from starlette.types import Receive, Scope, Send

from mesh_project.wsgi import application as django_application

THREADS: Final = 8
"""Requests that one process answers at a time; each holds at most one of its ten connections."""
QUERY_CHARACTERS: Final = "%&=+/?:@!$'()*,;~-._"
"""What stands in a query string as it is; anything else is written in per cent, as it should have come."""

_threads: Final = WSGIMiddleware(cast("Any", django_application), workers=THREADS)


async def django(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request by the WSGI application, in one of the threads."""
    asked = {**scope, "query_string": quote(scope["query_string"], QUERY_CHARACTERS).encode()}
    await _threads(cast("Any", asked), cast("Any", receive), cast("Any", send))


def make_application() -> Starlette:
    """Return the application, with an MCP door of its own: a door is opened once."""
    from conversation_search.api.mcp.door import McpDoor  # noqa: PLC0415 - needs Django's settings

    door = McpDoor(_threads.executor)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with door.run():
            yield

    return Starlette(routes=[Route("/mcp", door), Mount("/", django)], lifespan=lifespan)


application = make_application()
