"""Ana's other accounts: where she may prove that she is the same person, and what was said to her alone."""

from dataclasses import dataclass

from conversation_search.models import Actor, Conversation, IdentityLink, MessageEvent, Run
from tests.cast import Cast
from tests.database import execute
from tests.factories import ActorFactory, ConversationFactory, LinkFactory

EXPIRE = "ALTER TABLE identity_links DISABLE TRIGGER identity_links_guard"
GUARD = "ALTER TABLE identity_links ENABLE TRIGGER identity_links_guard"
PAST = "UPDATE identity_links SET expires_at = now() - interval '1 second' WHERE id = %(id)s::bigint"
REVOKE = """
UPDATE identity_links SET revoked_at = clock_timestamp(), revoked_by = 'operator' WHERE id = %(id)s::bigint
"""


@dataclass(frozen=True, slots=True)
class Twofold:
    """The cast, with Ana's account on the other connector and her direct conversation there."""

    cast: Cast
    ana_there: Actor
    dm_there: Conversation

    @classmethod
    def of(cls, cast: Cast) -> "Twofold":
        """Give Ana the other account."""
        return cls(cast, *another_account(cast, "ana.there"))

    def link(self, **details: object) -> IdentityLink:
        """Link Ana's two accounts."""
        return LinkFactory.create(accounts=(self.cast.ana, self.ana_there), **details)

    def secret(self, body: str = "we are selling the company") -> MessageEvent:
        """Let Ana say something in her direct conversation on Slack."""
        return self.cast.says(self.cast.ana, self.cast.dm_ana, body)

    def asks_there(self, **details: object) -> Run:
        """Open a run in Ana's direct conversation on the other connector."""
        return self.cast.asks(self.ana_there, self.dm_there, **details)


def another_account(cast: Cast, name: str) -> tuple[Actor, Conversation]:
    """Make an account on the other connector with a direct conversation of its own."""
    account = ActorFactory.create(connector=cast.elsewhere, external_id=name, display_name=name)
    return account, ConversationFactory.create(
        connector=cast.elsewhere, external_thread_id=f"dm-{name}", kind="direct", members=[name]
    )


def revoke(link: IdentityLink) -> None:
    """Revoke a link."""
    execute(REVOKE, id=link.pk)


def expire(link: IdentityLink) -> None:
    """Let the time of a link run out, which the clock alone can do."""
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute(EXPIRE)
    execute(PAST, id=link.pk)
    execute(GUARD)
