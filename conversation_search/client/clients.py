"""The two clients. Every call is defined once, in `calls`; what differs is who waits, and how."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Final, Generic, ParamSpec, Self, TypeVar, overload

import httpx

from conversation_search.client import calls
from conversation_search.client.calls import Call
from conversation_search.client.exchange import Received, Retries, Send, Wait, exchange

Parameters = ParamSpec("Parameters")
Answered = TypeVar("Answered")

TIMEOUT_SECONDS: Final = 30.0
"""As long as the server lets a statement run."""
DEFAULT_RETRIES: Final = Retries()


class _Sender:
    """What both clients keep."""

    def __init__(self, key: str, retries: Retries) -> None:
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self._retries = retries


class _SyncSender(_Sender):
    """Waits in its thread."""

    _http: httpx.Client

    def send(self, call: Call[Answered]) -> Answered:
        """Return the answer of a call; raises ApiError, or ConnectionLost."""
        steps = exchange(call, self._retries)
        received: Received | None = None
        try:
            step = next(steps)
            while True:
                match step:
                    case Send():
                        received = self._sent(call)
                    case Wait(seconds):
                        time.sleep(seconds)
                step = steps.send(received)
        except StopIteration as end:
            answered: Answered = end.value
            return answered

    def _sent(self, call: Call[Any]) -> Received | None:
        try:
            return _received(self._http.send(_request(self._http, self._headers, call)))
        except httpx.TransportError:
            return None


class _AsyncSender(_Sender):
    """Waits without holding its thread."""

    _http: httpx.AsyncClient

    async def send(self, call: Call[Answered]) -> Answered:
        """Return the answer of a call; raises ApiError, or ConnectionLost."""
        steps = exchange(call, self._retries)
        received: Received | None = None
        try:
            step = next(steps)
            while True:
                match step:
                    case Send():
                        received = await self._sent(call)
                    case Wait(seconds):
                        await asyncio.sleep(seconds)
                step = steps.send(received)
        except StopIteration as end:
            answered: Answered = end.value
            return answered

    async def _sent(self, call: Call[Any]) -> Received | None:
        try:
            return _received(await self._http.send(_request(self._http, self._headers, call)))
        except httpx.TransportError:
            return None


class _Endpoint(Generic[Parameters, Answered]):
    """A call as a method: of one client it returns the answer, of the other what is to be awaited for it."""

    def __init__(self, build: Callable[Parameters, Call[Answered]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: _SyncSender, owner: type) -> Callable[Parameters, Answered]: ...

    @overload
    def __get__(
        self, client: _AsyncSender, owner: type
    ) -> Callable[Parameters, Coroutine[Any, Any, Answered]]: ...

    def __get__(self, client: _SyncSender | _AsyncSender, owner: type) -> Callable[Parameters, Any]:
        def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> object:
            return client.send(self._build(*arguments, **named))

        call.__doc__ = self.__doc__
        return call


class _Calls:
    """Every call of the API."""

    put_connector = _Endpoint(calls.put_connector)
    put_actor = _Endpoint(calls.put_actor)
    put_conversation = _Endpoint(calls.put_conversation)
    post_messages = _Endpoint(calls.post_messages)
    delete_message = _Endpoint(calls.delete_message)
    open_run = _Endpoint(calls.open_run)
    search_history = _Endpoint(calls.search_history)
    remember = _Endpoint(calls.remember)
    memories = _Endpoint(calls.memories)
    record_tool_result = _Endpoint(calls.record_tool_result)
    recheck = _Endpoint(calls.recheck)
    reply = _Endpoint(calls.reply)
    delivered = _Endpoint(calls.delivered)
    tools = _Endpoint(calls.tools)
    read_search = _Endpoint(calls.read_search)
    read_run = _Endpoint(calls.read_run)


class Client(_Calls, _SyncSender):
    """The API as one key opens it, for synchronous programs."""

    def __init__(
        self,
        address: str,
        key: str,
        *,
        retries: Retries = DEFAULT_RETRIES,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Take the address of the service, without a path, and a key of the agent."""
        super().__init__(key, retries)
        self._http = httpx.Client(base_url=address, timeout=TIMEOUT_SECONDS, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close its connections."""
        self._http.close()


class AsyncClient(_Calls, _AsyncSender):
    """The API as one key opens it, for asynchronous programs."""

    def __init__(
        self,
        address: str,
        key: str,
        *,
        retries: Retries = DEFAULT_RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Take the address of the service, without a path, and a key of the agent."""
        super().__init__(key, retries)
        self._http = httpx.AsyncClient(base_url=address, timeout=TIMEOUT_SECONDS, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close its connections."""
        await self._http.aclose()


def _request(
    http: httpx.Client | httpx.AsyncClient, headers: dict[str, str], call: Call[Any]
) -> httpx.Request:
    return http.build_request(
        call.method, f"/api/v1{call.path}", content=call.content, headers={**headers, **call.headers}
    )


def _received(response: httpx.Response) -> Received:
    return Received(response.status_code, response.content, response.headers.get("Retry-After", ""))
