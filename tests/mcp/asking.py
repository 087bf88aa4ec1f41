"""Speaks MCP with the running server, by the SDK's own client."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, Tool

from tests.api.door import DM_ANA, LAUNCH, Body, Door, said_by
from tests.serving import Served

Answer = TypeVar("Answer")


def opened(door: Door, **more: object) -> Body:
    """Open a run in Ana's direct message: #launch may be searched there, and Ben's words to the agent may not."""
    door.registers("mesh").says("ben", LAUNCH, "the migration is on friday", "m1")
    dm_ben = {"external_thread_id": "dm-ben", "kind": "direct", "members": ["ben", "mesh"]}
    door.says("ben", dm_ben, "the migration is late", "m2")
    return door.opens(DM_ANA, said_by("ana", "when?", "m3"), **more)


def speak(
    served: Served, token: str, work: Callable[[Client], Awaitable[Answer]], mode: str = "auto"
) -> Answer:
    """Connect with a token, do this, and disconnect."""

    async def spoken() -> Answer:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(f"{served.address}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await work(client)

    return asyncio.run(spoken())


def call(served: Served, token: str, arguments: Body, name: str = "search_history") -> CallToolResult:
    """Call the tool once."""
    return speak(served, token, lambda client: client.call_tool(name, arguments))


def listed(served: Served, token: str) -> list[Tool]:
    """List the tools."""

    async def tools(client: Client) -> list[Tool]:
        return (await client.list_tools()).tools

    return speak(served, token, tools)


def text_of(result: CallToolResult) -> str:
    """Return the text of a result."""
    (content,) = result.content
    assert content.type == "text"
    return content.text
