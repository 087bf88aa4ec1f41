"""Takes the pictures of the README and of docs/audit-guide.md; `PICTURES=1 make test-browser` writes them anew."""

import os
import re
from pathlib import Path
from typing import Final, Literal

import pytest
from django.conf import settings

from tests.browser.conftest import Site, Sites

pytestmark = pytest.mark.browser

FOLDER: Final = Path(settings.BASE_DIR) / "docs/images"
PATHS: Final = {
    "overview": "/audit/",
    "run": "/audit/runs/?replied=yes",
    "search": "/audit/searches/?rule=lineage&status=ok",
}
SMALLEST_BYTES: Final = 20_000
"""A page that did not load makes a smaller picture."""


def show(site: Site, name: str) -> None:
    """Open the page of a picture: a list, or its richest row."""
    page = site.open(PATHS[name])
    if name != "overview":
        page.locator("[data-row]", has_text=re.compile("channel")).first.locator("th a").click()
        page.wait_for_selector("h1 .id")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PATHS)
def test_a_picture_is_taken(
    sites: Sites, audit: str, tmp_path: Path, name: str, scheme: Literal["light", "dark"]
) -> None:
    site = sites.new(color_scheme=scheme, viewport={"width": 1280, "height": 800}, device_scale_factor=1.5)
    site.sign_in(audit)
    show(site, name)
    wanted = os.environ.get("PICTURES") == "1"
    target = (FOLDER if wanted else tmp_path) / f"{name}-{scheme}.png"
    site.page.screenshot(path=target, full_page=True)
    assert target.stat().st_size > SMALLEST_BYTES
    assert (FOLDER / target.name).exists()
