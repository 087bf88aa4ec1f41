"""One door, slow for whoever guesses; nothing that a cache could keep."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversation_search import limits
from conversation_search.identity import sign_in
from tests.audit_ui.readers import PASSWORD, Desk
from tests.database import column, execute, row, value
from tests.runs.turns import NOW

pytestmark = pytest.mark.django_db
DOOR = "/audit/sign-in/"


def tries(client: Client, password: str, username: str = "dana") -> int:
    """Try to sign in and return the status: 302 is in, 200 is not, 429 is held back."""
    return client.post(DOOR, {"username": username, "password": password}).status_code


@pytest.fixture
def dana() -> User:
    """Make an account with a password."""
    return User.objects.create_user("dana", password=PASSWORD)


def test_the_right_password_opens_and_is_recorded(dana: User) -> None:
    assert tries(Client(), PASSWORD) == 302
    assert row("SELECT user_id, username, action FROM page_accesses") == (dana.pk, "dana", "signed_in")


def test_an_account_that_is_guessed_at_waits_even_for_the_right_password(dana: User) -> None:
    assert dana.pk
    statuses = [tries(Client(), "wrong") for _ in range(limits.SIGN_IN_FAILURES_OF_ACCOUNT)]
    assert set(statuses) == {200}
    assert tries(Client(), PASSWORD) == 429
    assert tries(Client(), PASSWORD, "DANA ") == 429


def test_another_account_does_not_wait(dana: User) -> None:
    assert dana.pk
    User.objects.create_user("noor", password=PASSWORD)
    for _ in range(limits.SIGN_IN_FAILURES_OF_ACCOUNT):
        tries(Client(), "wrong")
    assert tries(Client(), PASSWORD, "noor") == 302


def test_an_address_that_tries_many_accounts_waits(dana: User) -> None:
    assert dana.pk
    for number in range(limits.SIGN_IN_FAILURES_OF_ADDRESS):
        sign_in.record_failure(sign_in.sources("key", f"user-{number}", "10.0.0.1"), NOW)
    assert sign_in.is_held_back(sign_in.sources("key", "somebody", "10.0.0.1"), NOW)
    assert not sign_in.is_held_back(sign_in.sources("key", "somebody", "10.0.0.2"), NOW)


def test_failures_are_forgotten_in_time(dana: User) -> None:
    assert dana.pk
    for _ in range(limits.SIGN_IN_FAILURES_OF_ACCOUNT):
        tries(Client(), "wrong")
    execute("UPDATE sign_in_failures SET failed_at = failed_at - interval '16 minutes'")
    assert tries(Client(), PASSWORD) == 302
    tries(Client(), "wrong")
    assert value("SELECT count(*) FROM sign_in_failures") == 2
    assert timedelta(minutes=16) > limits.SIGN_IN_LOOKBACK


def test_what_was_typed_is_not_kept(dana: User) -> None:
    assert dana.pk
    tries(Client(), PASSWORD, "my password typed in the wrong box")
    assert not any(b"password" in bytes(source) for source in column("SELECT source FROM sign_in_failures"))


def test_the_admin_has_no_door_of_its_own(dana: User) -> None:
    assert dana.pk
    answer = Client().get("/admin/login/", {"next": "/admin/"})
    assert unquote(answer.headers["Location"]) == f"{DOOR}?next=/admin/"


def test_signing_in_leads_to_where_one_wanted_to_go_but_never_elsewhere(dana: User) -> None:
    assert dana.pk
    for wanted, led in (("/audit/runs/", "/audit/runs/"), ("https://evil.example/", "/audit/")):
        answer = Client().post(DOOR, {"username": "dana", "password": PASSWORD, "next": wanted})
        assert answer.headers["Location"] == led


def test_no_page_is_kept_by_a_cache(auditor: Desk) -> None:
    for path in ("", "runs/", "searches/", "access-log/", "glossary/", "nothing/"):
        page = auditor.open(path)
        if page.status == 200:
            assert page.headers["Cache-Control"] == "no-store, private", path
    assert Client().get(DOOR).headers["Cache-Control"] == "no-store, private"


def test_every_page_has_the_strict_policy_and_nothing_inline(auditor: Desk) -> None:
    for path in ("", "runs/", "searches/", "glossary/"):
        page = auditor.open(path)
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert "unsafe" not in page.headers["Content-Security-Policy"]
        assert not {"<style", " style=", "<script>", " onclick="} & set(page.source.split(">"))
        assert " style=" not in page.source


def test_the_session_ends_by_itself(auditor: Desk) -> None:
    auditor.open("glossary/")
    assert auditor.client.session.get_expire_at_browser_close()
    execute("UPDATE django_session SET expire_date = now() - interval '1 second'")
    assert auditor.open("glossary/").status == 302


def test_signing_out_needs_a_form_and_ends_the_session(auditor: Desk) -> None:
    assert auditor.open("sign-out/").status == 405
    auditor.send("sign-out/")
    assert auditor.open("glossary/").status == 302


@pytest.mark.parametrize(("zone", "hour"), [("Asia/Tokyo", "21:00:00"), ("Nowhere/Else", "12:00:00")])
def test_times_are_shown_in_the_readers_zone(auditor: Desk, zone: str, hour: str) -> None:
    execute("UPDATE runs SET opened_at = '2026-03-01 12:00+00'")
    auditor.send("preferences/", zone=zone, next="/audit/runs/")
    assert hour in auditor.open("runs/").text


def test_the_theme_is_kept_and_another_sites_address_is_not_gone_to(auditor: Desk) -> None:
    answer = auditor.client.post("/audit/preferences/", {"theme": "dark", "next": "//evil.example/"})
    assert answer.headers["Location"] == "/audit/"
    assert 'data-theme="dark"' in auditor.open("glossary/").source
