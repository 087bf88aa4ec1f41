"""Every audit page by mouse and by keyboard, with a script and without, light and dark."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Sites

pytestmark = pytest.mark.browser

LISTS = (
    "Runs",
    "Searches",
    "Messages",
    "Explain",
    "Names",
    "Retention",
    "Holds",
    "Erasures",
    "Access log",
    "Exports",
    "Integrity",
    "Index health",
    "Glossary",
    "Overview",
)
KINDS = (
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"java_script_enabled": False},
    {"viewport": {"width": 320, "height": 700}},
)


@pytest.fixture(params=KINDS, ids=["light", "dark", "without a script", "narrow"])
def site(request: pytest.FixtureRequest, sites: Sites, audit: str) -> Site:
    """Give a signed-in browser of each kind."""
    site = sites.new(**request.param)
    site.sign_in(audit)
    return site


def walk(site: Site) -> Iterator[str]:
    """Open every page by its links, as a person does, and give the name of each."""
    page = site.page
    for name in LISTS:
        page.get_by_role("navigation", name="Pages", exact=True).get_by_role(
            "link", name=name, exact=True
        ).click()
        expect(page.locator("h1")).to_have_text(re.compile(name.split()[0][:6]))
        yield name
    page.get_by_role("navigation", name="Pages", exact=True).get_by_role("link", name="Retention").click()
    page.get_by_role("link", name="Preview a change").click()
    page.get_by_label("Days").fill("30")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("button", name="Ask for this change")).to_be_visible()
    yield "a preview"
    page.get_by_role("navigation", name="Pages", exact=True).get_by_role("link", name="Holds").click()
    page.get_by_label("Agent").select_option(index=1)
    page.get_by_label("Reason").fill("a case that is looked into")
    page.get_by_role("button", name="Place the hold").click()
    expect(page.locator("h1")).to_contain_text("Stands")
    yield "a hold"
    for name, row in (("Runs", "a run"), ("Searches", "a search")):
        page.get_by_role("navigation", name="Pages", exact=True).get_by_role(
            "link", name=name, exact=True
        ).click()
        page.locator("[data-row] th a").first.click()
        expect(page.locator("h1 .id")).to_be_visible()
        yield row
    page.locator("a.id[href*='/messages/'], a.id[href*='/runs/']").first.click()
    page.wait_for_load_state()
    yield "what it leads to"


def test_every_page_is_reached_and_has_no_violation(site: Site, request: pytest.FixtureRequest) -> None:
    has_script = "without" not in request.node.callspec.id
    for name in walk(site):
        if has_script:
            assert site.violations() == [], name
            assert site.refusals() == [], name
        fits = site.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert fits, name
    assert site.complaints == []


def test_a_filter_works_with_and_without_a_script(site: Site) -> None:
    page = site.open("/audit/searches/")
    page.get_by_label("Status").select_option("timed_out")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url(re.compile("status=timed_out"))
    expect(page.locator("[data-row]").first).to_contain_text("Timed out")
    assert page.locator("[data-row]:has-text('Answered')").count() == 0


def test_a_list_is_read_on_and_back(site: Site) -> None:
    page = site.open("/audit/runs/")
    first = page.locator("[data-row] th a").first.get_attribute("href")
    page.get_by_role("link", name="Older").click()
    page.wait_for_url(re.compile("older="))
    expect(page.locator("[data-row] th a").first).not_to_have_attribute("href", str(first))
    page.get_by_role("link", name="Newer").click()
    expect(page.locator("[data-row] th a").first).to_have_attribute("href", str(first))


def test_the_zone_and_the_theme_are_chosen(site: Site) -> None:
    page = site.open("/audit/runs/")
    page.locator("details.display summary").click()
    page.get_by_label("Times are shown in").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Set").click()
    expect(page.locator("details.display summary")).to_contain_text("Asia/Tokyo")
    page.locator("details.display summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert site.complaints == []


@pytest.fixture
def keyboard(sites: Sites, audit: str) -> Site:
    """Give a signed-in browser that is used by its keyboard alone."""
    site = sites.new()
    site.sign_in(audit)
    return site


def focused(page: Page) -> str:
    """Return the address or the name of what has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.id"))


def test_keys_lead_to_the_filter_along_rows_and_into_one(keyboard: Site) -> None:
    page = keyboard.open("/audit/searches/")
    rows = [row.get_attribute("href") for row in page.locator("[data-row] th a").all()]
    page.keyboard.press("/")
    assert focused(page) == "id_after"
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert focused(page) == rows[1]
    page.keyboard.press("k")
    assert focused(page) == rows[0]
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Search")


def test_a_question_mark_lists_the_keys_and_escape_closes_them(keyboard: Site) -> None:
    page = keyboard.open("/audit/runs/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert keyboard.violations() == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_after_paging_the_focus_goes_on_and_it_is_said(keyboard: Site) -> None:
    page = keyboard.open("/audit/runs/")
    page.keyboard.press("n")
    page.wait_for_url(re.compile("older="))
    expect(page.locator("#said")).to_contain_text("runs listed")
    assert "/audit/runs/" in focused(page)


def test_the_skip_link_comes_first(keyboard: Site) -> None:
    page = keyboard.open("/audit/")
    page.keyboard.press("Tab")
    assert focused(page) == "#main"


def test_a_session_that_ended_asks_to_sign_in_again(keyboard: Site) -> None:
    page = keyboard.open("/audit/searches/")
    page.context.clear_cookies()
    page.get_by_label("Status").select_option("ok")
    expect(page.get_by_label("Password")).to_be_visible()
