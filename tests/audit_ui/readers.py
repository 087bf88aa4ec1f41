"""Readers of the audit pages and their browsers."""

import html
import re
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import Group, User
from django.test import Client

PASSWORD: Final = "correct horse battery"  # noqa: S105 - of users that a test makes
TAGS: Final = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True)
class Page:
    """What came back."""

    status: int
    headers: dict[str, str]
    source: str

    @property
    def text(self) -> str:
        """What a person reads, on one line."""
        return " ".join(html.unescape(TAGS.sub(" ", self.source)).split())

    def links(self, part: str) -> list[str]:
        """Return the addresses that hold a part."""
        return [html.unescape(link) for link in re.findall(r'href="([^"]*)"', self.source) if part in link]


@dataclass(frozen=True, slots=True)
class Desk:
    """One reader at their browser."""

    user: User
    client: Client

    @classmethod
    def of(cls, *roles: str, name: str = "dana", is_staff: bool = False) -> "Desk":
        """Sign a reader with these roles in."""
        user = User.objects.create_user(name, password=None, is_staff=is_staff)
        user.groups.set(Group.objects.filter(name__in=roles))
        client = Client()
        client.force_login(user)
        return cls(user, client)

    def open(self, path: str, **query: Any) -> Page:  # noqa: ANN401 - whatever a query string holds
        """Open a page below /audit/, or a whole address."""
        address = path if path.startswith("/") else f"/audit/{path}"
        return _page(self.client.get(address, query or None))

    def send(self, path: str, **form: Any) -> Page:  # noqa: ANN401 - whatever a form holds
        """Send a form and go where that leads."""
        return _page(self.client.post(f"/audit/{path}", form, follow=True))

    def ask_for_part(self, path: str, **query: Any) -> Page:  # noqa: ANN401 - whatever a query string holds
        """Open a page as htmx does."""
        return _page(self.client.get(f"/audit/{path}", query, headers={"HX-Request": "true"}))


def _page(response: Any) -> Page:  # noqa: ANN401 - the test client's
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return Page(response.status_code, dict(response.items()), content.decode(errors="replace"))
