"""Someone who may read the audit pages of the demo, with a password that is new each time it is told."""

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import Group, User

USERNAME: Final = "auditor"
ROLES: Final = ("auditor", "compliance officer")
PASSWORD_BYTES: Final = 12
"""96 random bits: nothing to guess, and short enough to be copied by hand."""


@dataclass(frozen=True, slots=True)
class DemoReader:
    """How to sign in."""

    username: str
    password: str


def make_reader() -> DemoReader:
    """Make the account, or give the one that is there a new password."""
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    user, _ = User.objects.get_or_create(username=USERNAME)
    user.set_password(password)
    user.save()
    user.groups.set(Group.objects.filter(name__in=ROLES))
    return DemoReader(USERNAME, password)
