"""What a person sees, and that the page loads nothing that its policy forbids."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import (
    element_to_be_clickable,
    visibility_of_element_located,
)
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.conftest import Browser

pytestmark = pytest.mark.browser


def test_the_api_docs_show_and_load_everything_from_this_server(browser: Browser) -> None:
    browser.open("/api/v1/docs")
    title = visibility_of_element_located((By.CSS_SELECTOR, ".swagger-ui .info .title"))
    assert WebDriverWait(browser.driver, 10).until(title).text.startswith("Mesh conversation search")
    assert browser.complaints() == []


def test_a_call_can_be_tried_in_the_api_docs(browser: Browser) -> None:
    browser.open("/api/v1/docs")
    wait = WebDriverWait(browser.driver, 10)
    for button in ('[id$="-healthz"] .opblock-summary-control', ".try-out__btn", ".execute"):
        wait.until(element_to_be_clickable((By.CSS_SELECTOR, button))).click()
    answer = wait.until(visibility_of_element_located((By.CSS_SELECTOR, ".live-responses-table")))
    assert "200" in answer.text
    assert browser.complaints() == []


def test_a_missing_page_is_a_styled_page_that_says_so(browser: Browser) -> None:
    browser.open("/nothing-here")
    assert browser.driver.find_element(By.TAG_NAME, "h1").text == "Not found"
    assert browser.driver.find_element(By.TAG_NAME, "main").value_of_css_property("max-width") == "1408px"
    assert [complaint for complaint in browser.complaints() if "/nothing-here" not in complaint] == []


def test_the_sign_in_page_of_the_admin_is_styled_under_the_policy(browser: Browser) -> None:
    browser.open("/admin/login/")
    assert browser.driver.find_element(By.ID, "id_username").is_displayed()
    assert browser.complaints() == []
