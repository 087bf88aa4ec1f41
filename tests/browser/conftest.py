"""A headless Chromium and what it complained of."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from pytest_django.live_server_helper import LiveServer
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
DRIVER = "chromedriver"


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser pointed at the server under test."""

    driver: Chrome
    address: str

    def open(self, path: str) -> None:
        """Open a page of the server and wait until it has loaded."""
        self.driver.get(f"{self.address}{path}")

    def complaints(self) -> list[str]:
        """Give what the console holds since it was last asked: refused files, failed requests, errors."""
        entries = self.driver.execute("getLog", {"type": "browser"})["value"]
        return [entry["message"] for entry in entries]


def installed(*names: str) -> str:
    """Give the path of the first program that is installed."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    pytest.fail(f"{names[0]} is not installed (Debian: apt-get install chromium chromium-driver).")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    """Start one headless Chromium for all tests."""
    options = ChromeOptions()
    options.binary_location = installed(*BROWSERS)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in ("--headless=new", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        # Chromium's sandbox does not work for root.
        options.add_argument("--no-sandbox")
    driver = Chrome(options, Service(installed(DRIVER)))
    yield driver
    driver.quit()


@pytest.fixture
def server(committed: None) -> Iterator[LiveServer]:
    """Serve the project on a port of this machine, on the test database."""
    assert committed is None
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def browser(chromium: Chrome, server: LiveServer) -> Browser:
    """Give the browser with an empty console."""
    page = Browser(chromium, server.url)
    page.complaints()
    return page
