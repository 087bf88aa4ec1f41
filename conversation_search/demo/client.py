"""The API in this very process, through everything that a request from outside passes, by the client that they use."""

import httpx
from django.conf import settings
from django.test import Client as DjangoClient

from conversation_search.client import Client


class InThisProcess(httpx.BaseTransport):
    """Hands requests to Django itself, on the connection and in the transaction of whoever sends them."""

    def __init__(self) -> None:
        """Make ready; failures are answered, as a server answers them."""
        self._django = DjangoClient(raise_request_exception=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request."""
        response = self._django.generic(
            request.method,
            request.url.raw_path.decode("ascii"),
            request.read(),
            content_type=request.headers["Content-Type"],
            secure=True,
            headers=dict(request.headers),
        )
        return httpx.Response(
            response.status_code, headers=list(response.items()), content=response.content, request=request
        )


def open_api(key: str) -> Client:
    """Return the API as one key opens it."""
    return Client(f"https://{own_host()}", key, transport=InThisProcess())


def own_host() -> str:
    """Return a host name that this installation answers to."""
    named = (host for host in settings.ALLOWED_HOSTS if not host.startswith(("*", ".")))
    return next(named, "localhost")
