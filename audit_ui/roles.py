"""Who may open which page. Roles are Django groups; whoever has none may open nothing."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User


class Role(StrEnum):
    """A role, by the name of its group."""

    AUDITOR = "auditor"
    OFFICER = "compliance officer"
    RETENTION = "retention admin"
    PLATFORM = "platform admin"


EVERYBODY: Final = frozenset(Role)
READERS: Final = frozenset({Role.AUDITOR, Role.OFFICER})
KEEPERS: Final = frozenset({Role.OFFICER, Role.RETENTION})
"""Who asks for a change of retention, and saves one that somebody else asked for."""
ERASERS: Final = frozenset({Role.OFFICER, Role.RETENTION})
"""Ask for erasures and decide on each other's."""

MAY_OPEN: Final[dict[str, frozenset[Role]]] = {
    "overview": EVERYBODY,
    "glossary": EVERYBODY,
    "searches": READERS,
    "search": READERS,
    "runs": READERS,
    "run": READERS,
    "messages": READERS | {Role.RETENTION},
    "message": READERS | {Role.RETENTION},
    "explain": READERS,
    "access_log": READERS,
    "exports": frozenset({Role.OFFICER}),
    "export": frozenset({Role.OFFICER}),
    "reveals": READERS,
    "reveal": READERS,
    "ask_reveal": READERS,
    "decide_reveal": frozenset({Role.OFFICER}),
    "retention": READERS | {Role.RETENTION},
    "retention_change": READERS | {Role.RETENTION},
    "preview_retention": KEEPERS,
    "ask_retention": KEEPERS,
    "decide_retention": KEEPERS,
    "holds": READERS | {Role.RETENTION},
    "hold": READERS | {Role.RETENTION},
    "place_hold": frozenset({Role.OFFICER}),
    "ask_release": frozenset({Role.OFFICER}),
    "decide_release": frozenset({Role.OFFICER}),
    "erasures": READERS | ERASERS,
    "erasure": READERS | ERASERS,
    "erasure_receipt": READERS | ERASERS,
    "erasure_receipt_json": READERS | ERASERS,
    "verify_erasure": READERS | ERASERS,
    "ask_erasure": ERASERS,
    "link_erasure": ERASERS,
    "choose_erasure": ERASERS,
    "withdraw_erasure": ERASERS,
    "decide_erasure": ERASERS,
    "integrity": EVERYBODY,
    "download_checkpoints": READERS | {Role.PLATFORM},
    "index_health": EVERYBODY,
    "save_view": READERS,
    "forget_view": READERS,
}
"""The roles that may open each page, by the name of its address; a page that is not here opens for nobody."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever is signed in, and their roles."""

    user_id: int
    username: str
    roles: frozenset[Role]
    is_staff: bool

    def may_open(self, page: str) -> bool:
        """Tell whether one of the reader's roles opens this page."""
        return bool(self.roles & MAY_OPEN.get(page, frozenset()))


def reader_of(user: AbstractBaseUser | AnonymousUser) -> Reader | None:
    """Return who is signed in; None when nobody is."""
    if not isinstance(user, User) or not user.is_active:
        return None
    names = {group.name for group in user.groups.all()}
    roles = frozenset(role for role in Role if role.value in names)
    if user.is_superuser:
        roles |= {Role.PLATFORM}
    return Reader(user.pk, user.get_username(), roles, user.is_staff)
