"""A headless Chromium, what it complained of, and a server with an invented audit."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Final

import pytest
from django.contrib.auth.models import Group, User
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from tests.bench_pages.filling import Size, fill
from tests.database import execute

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
PASSWORD: Final = "correct horse battery staple"  # noqa: S105 - of a reader that a test makes
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""The rules of axe-core that make up WCAG 2.2 AA."""
AXE: Final = files("axe_playwright_python") / "axe.min.js"
LISTENER: Final = """
window.refusals = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.refusals.push(event.violatedDirective + " " + event.blockedURI);
});
"""


@dataclass(slots=True)
class Site:
    """A page of the browser, pointed at the server under test."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    """What the console holds: refused files, failed requests, errors."""

    def open(self, path: str) -> Page:
        """Open a page of the server and wait until it has loaded."""
        self.page.goto(f"{self.address}{path}")
        return self.page

    def sign_in(self, username: str) -> None:
        """Sign in by hand, as a person does."""
        self.open("/audit/sign-in/")
        self.page.get_by_label("Username").fill(username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_selector("h1:has-text('Overview')")

    def violations(self) -> list[str]:
        """Return what axe-core finds on the page as it is."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate(
            "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}})", RULES
        )
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]

    def refusals(self) -> list[str]:
        """Return what the policy refused on the page."""
        refused: list[str] = self.page.evaluate("window.refusals || []")
        return refused


@dataclass(frozen=True, slots=True)
class Sites:
    """Opens browsers of one kind after another."""

    chromium: Browser
    address: str
    opened: list[BrowserContext] = field(default_factory=list)

    def new(self, **options: Any) -> Site:  # noqa: ANN401 - whatever Playwright takes
        """Open a browser without cookies; `java_script_enabled`, `color_scheme` and `viewport` may be given."""
        context = self.chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(20_000)
        context.add_init_script(LISTENER)
        self.opened.append(context)
        site = Site(context.new_page(), self.address)
        site.page.on("console", lambda said: site.complaints.append(f"{said.type}: {said.text}"))
        site.page.on("pageerror", lambda error: site.complaints.append(str(error)))
        return site


def installed(*names: str) -> str:
    """Give the path of the first program that is installed."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    pytest.fail(f"{names[0]} is not installed (Debian: apt-get install chromium).")


@pytest.fixture(scope="session")
def chromium(django_db_setup: None) -> Iterator[Browser]:
    """Start one headless Chromium for all tests, once there is a database."""
    assert django_db_setup is None
    # Playwright's loop runs in this thread; Django takes that for asynchronous code, which it is not.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # Chromium's sandbox does not work for root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(*BROWSERS), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def server(committed: None) -> Iterator[LiveServer]:
    """Serve the project on a port of this machine, on the test database."""
    assert committed is None
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def sites(chromium: Browser, server: LiveServer) -> Iterator[Sites]:
    """Give browsers, and close them."""
    sites = Sites(chromium, server.url)
    yield sites
    for context in sites.opened:
        context.close()


@pytest.fixture(scope="session")
def audit(chromium: Browser, django_db_blocker: DjangoDbBlocker) -> str:
    """Invent an audit of a month, and a reader of every page, whose name is returned."""
    assert chromium.is_connected()
    with django_db_blocker.unblock():
        fill(Size(runs=900, searches=4, days=30, now=datetime.now(UTC)), "support")
        execute("SELECT mesh_index_batch(0, 1000000)")
        user = User.objects.create_user("dana", password=PASSWORD)
        user.groups.set(Group.objects.filter(name="compliance officer"))
    return user.username
