"""The ASGI application at `/mcp`: admits, hands over to the SDK, and tells every caller how it stands."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any, Final, TypeVar

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.urls import ResolverMatch
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from starlette.types import Message, Receive, Scope, Send

from conversation_search import limits
from conversation_search.api.mcp import calls, tools
from conversation_search.api.observation import observed
from conversation_search.api.rate_limit_fields import fields_of, refusal_of, standings_of
from conversation_search.api.request_ids import HEADER, request_id
from conversation_search.telemetry.context import bind

NAME: Final = "mesh-conversation-search"
ROUTE: Final = "mcp"
REQUEST: Final = "mesh.request"
ADMITTED: Final = "mesh.admitted"
"""Where a request's scope carries who sent it, for the handlers below the SDK."""

Context = ServerRequestContext[Any]
Done = TypeVar("Done")


class McpDoor:
    """Serves MCP over Streamable HTTP: one POST, one JSON answer, nothing kept in between."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        """Take the threads in which the database may be spoken to."""
        self._threads = threads
        server = Server(NAME, version="1", on_list_tools=self._list, on_call_tool=self._call)
        # The SDK's own spans name what clients sent and quote errors; ours do not.
        server.middleware.clear()
        self._sessions = StreamableHTTPSessionManager(
            server, stateless=True, json_response=True, max_request_body_size=limits.MCP_BODY_BYTES
        )

    def run(self) -> AbstractAsyncContextManager[None]:
        """Return the context in which requests can be answered; it can be entered once."""
        return self._sessions.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = ASGIRequest(scope, BytesIO())
        request.resolver_match = ResolverMatch(self, (), {}, route=ROUTE)
        with observed(request) as finish:
            telling = _Telling(request, send)
            await self._answer(request, scope, receive, telling)
            finish(telling.status)

    async def _answer(self, request: ASGIRequest, scope: Scope, receive: Receive, send: Send) -> None:
        entered = await self._in_thread(calls.enter, request)
        if isinstance(entered, HttpResponse):
            await _send(entered, send)
            return
        bind(run_id=entered.public_run_id)
        if refusal_of(request):
            body = await _read(receive)
            await _send(await self._in_thread(calls.refuse_beyond_limit, request, entered, body), send)
            return
        await self._sessions.handle_request({**scope, REQUEST: request, ADMITTED: entered}, receive, send)

    async def _list(self, context: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        del context
        return ListToolsResult(tools=tools.list_tools())

    async def _call(self, context: Context, call: CallToolRequestParams) -> CallToolResult:
        if call.name not in tools.OUTPUTS:
            raise MCPError(INVALID_PARAMS, "There is no such tool.")
        scope = context.request.scope if context.request is not None else {}
        return await self._in_thread(calls.search, scope[REQUEST], scope[ADMITTED], call.arguments or {})

    async def _in_thread(self, work: Callable[..., Done], *arguments: object) -> Done:
        bound = partial(calls.in_own_connection, partial(work, *arguments))
        return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, bound)


class _Telling:
    """Sends an answer on, with the request's id and how its caller stands, and remembers its status."""

    def __init__(self, request: ASGIRequest, send: Send) -> None:
        self.status = 500
        self._request = request
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            fields = {HEADER: request_id(self._request), **fields_of(standings_of(self._request))}
            told = [(name.lower().encode(), value.encode()) for name, value in fields.items()]
            known = {name for name, _ in told}
            kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in known]
            message = {**message, "headers": [*kept, *told]}
        await self._send(message)


async def _read(receive: Receive) -> bytes:
    """Return a body, empty when it is larger than is served."""
    body = b""
    more = True
    while more and len(body) <= limits.MCP_BODY_BYTES:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body if len(body) <= limits.MCP_BODY_BYTES else b""


async def _send(response: HttpResponse, send: Send) -> None:
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    headers.append((b"content-length", str(len(response.content)).encode()))
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})
