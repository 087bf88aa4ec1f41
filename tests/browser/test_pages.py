"""What a person sees, and that the page loads nothing that its policy forbids."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sites

pytestmark = pytest.mark.browser


def test_the_api_docs_show_and_load_everything_from_this_server(sites: Sites) -> None:
    site = sites.new()
    title = site.open("/api/v1/docs").locator(".swagger-ui .info .title")
    expect(title).to_contain_text("Mesh conversation search")
    assert site.complaints == []


def test_a_call_can_be_tried_in_the_api_docs(sites: Sites) -> None:
    site = sites.new()
    page = site.open("/api/v1/docs")
    for button in ('[id$="-healthz"] .opblock-summary-control', ".try-out__btn", ".execute"):
        page.locator(button).first.click()
    expect(page.locator(".live-responses-table")).to_contain_text("200")
    assert site.complaints == []


def test_a_missing_page_is_a_styled_page_that_says_so(sites: Sites) -> None:
    site = sites.new()
    page = site.open("/nothing-here")
    expect(page.locator("h1")).to_have_text("Not found")
    assert page.locator("main").evaluate("main => getComputedStyle(main).display") == "grid"
    assert [complaint for complaint in site.complaints if "404" not in complaint] == []


def test_the_admin_has_the_one_sign_in_page(sites: Sites) -> None:
    site = sites.new()
    page = site.open("/admin/")
    expect(page.get_by_label("Username")).to_be_visible()
    assert "/audit/sign-in/?next=/admin/" in page.url
    assert site.complaints == []
