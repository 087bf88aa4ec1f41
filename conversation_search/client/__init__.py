"""A typed client of the API, for synchronous and asynchronous programs; needs httpx and pydantic, and no Django.

See docs/runtime.md for a whole turn.
"""

from conversation_search.client.clients import AsyncClient, Client
from conversation_search.client.errors import ApiError, MeshError
from conversation_search.client.exchange import Retries

__all__ = ["ApiError", "AsyncClient", "Client", "MeshError", "Retries"]
