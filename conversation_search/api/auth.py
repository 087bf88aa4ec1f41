"""Bearer keys: a key names its agent, so the perspective is never an argument."""

from typing import Final

from django.http import HttpRequest
from ninja.security import HttpBearer

from conversation_search.api.rate_limit_fields import tell
from conversation_search.errors import MissingScope, Unauthenticated
from conversation_search.identity.api_keys import Caller, Scope, count_request, find_caller

__all__ = [
    "ANY_SCOPE",
    "INGEST",
    "OPERATOR",
    "RUNTIME",
    "RUNTIME_SEARCH",
    "BearerKey",
    "Caller",
    "caller",
    "check_scope",
]


class BearerKey(HttpBearer):
    """Admits valid keys that have the scope; None admits any valid key."""

    def __init__(self, scope: Scope | None, *, admits_to_audit: bool = False) -> None:
        """Take the scope that is needed; `admits_to_audit` leaves the refusal beyond the limit to the call itself."""
        super().__init__()
        self.scope = scope
        self.admits_to_audit = admits_to_audit

    def __call__(self, request: HttpRequest) -> Caller:
        """Return whose key the request carries; raises Unauthenticated, MissingScope or RateLimited."""
        scheme, _, token = request.headers.get(self.header, "").partition(" ")
        if scheme.lower() != self.openapi_scheme:
            raise Unauthenticated
        return self.authenticate(request, token.strip())

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Return whose key this is, and count the request; raises Unauthenticated, MissingScope or RateLimited."""
        found = find_caller(token)
        if found is None:
            raise Unauthenticated
        standing = count_request(found.api_key_id)
        tell(request, standing)
        if self.scope is not None:
            check_scope(found, self.scope)
        if not self.admits_to_audit:
            standing.check()
        return found


def check_scope(found: Caller, scope: Scope) -> None:
    """Raise MissingScope when this key may not do what needs this scope."""
    if scope not in found.scopes:
        message = f"This call needs a key with the scope {scope}."
        raise MissingScope(message)


INGEST: Final = BearerKey("ingest")
RUNTIME: Final = BearerKey("runtime")
RUNTIME_SEARCH: Final = BearerKey("runtime", admits_to_audit=True)
"""A search beyond the key's limit is refused where its run is bound, so that it leaves its audit row."""
OPERATOR: Final = BearerKey("operator")
ANY_SCOPE: Final = BearerKey(None)


def caller(request: HttpRequest) -> Caller:
    """Return who was admitted to this request."""
    found = getattr(request, "auth", None)
    if not isinstance(found, Caller):
        raise Unauthenticated
    return found
