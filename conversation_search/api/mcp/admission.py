"""Who calls `/mcp`, and in which run: the bearer of a run's token, counted against the limit of the token's key."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest

from conversation_search.api.rate_limit_fields import tell
from conversation_search.errors import MissingScope, Unauthenticated
from conversation_search.identity.api_keys import Caller, count_request, find_caller_by_id
from conversation_search.identity.run_tokens import RunTokens


@dataclass(frozen=True, slots=True)
class Admitted:
    """A caller and the one run that it may search."""

    caller: Caller
    run_id: int

    @property
    def public_run_id(self) -> str:
        """The run as it is named outside."""
        return self.caller.public_ids.encode("run", self.run_id)


def admit(request: HttpRequest, now: datetime) -> Admitted:
    """Return who calls, and count the request; raises Unauthenticated or MissingScope.

    Whether the limit is reached is kept with the request: a search beyond it is audited before it is refused.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    grant = RunTokens(settings.SECRET_KEY).read(token.strip(), now) if scheme.lower() == "bearer" else None
    caller = None if grant is None else find_caller_by_id(grant.api_key_id)
    if grant is None or caller is None:
        raise Unauthenticated("Send the mcp_token of an open run as a bearer token.")
    tell(request, count_request(caller.api_key_id))
    if "runtime" not in caller.scopes:
        raise MissingScope("The key that opened this run lacks the scope runtime.")
    return Admitted(caller, grant.run_id)
