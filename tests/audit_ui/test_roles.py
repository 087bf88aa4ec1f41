"""Every page opens for its roles and for nobody else, and each refusal is on record."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from audit_ui.roles import MAY_OPEN, Role, reader_of
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.database import column, rows, value

PAGES = {
    "overview": "",
    "glossary": "glossary/",
    "searches": "searches/",
    "runs": "runs/",
    "messages": "messages/",
    "access_log": "access-log/",
    "explain": "explain/",
    "exports": "exports/",
    "reveals": "names/",
    "retention": "retention/",
    "preview_retention": "retention/preview/",
    "holds": "holds/",
    "erasures": "erasures/",
    "integrity": "integrity/",
    "index_health": "index-health/",
}
FORMS = {
    "export": "exports/searches/",
    "ask_reveal": "names/ask/",
    "decide_reveal": "names/1/decide/",
    "download_checkpoints": "integrity/checkpoints/",
    "save_view": "views/",
    "forget_view": "views/1/forget/",
    "ask_retention": "retention/ask/",
    "decide_retention": "retention/changes/1/decide/",
    "place_hold": "holds/place/",
    "ask_release": "holds/1/release/",
    "decide_release": "holds/1/decide/",
    "ask_erasure": "erasures/ask/",
    "link_erasure": "erasures/x/00000000/linked/",
    "choose_erasure": "erasures/x/00000000/choose/",
    "decide_erasure": "erasures/x/00000000/decide/",
    "withdraw_erasure": "erasures/x/00000000/withdraw/",
    "verify_erasure": "erasures/x/00000000/verify/",
}
OF_ONE_THING = {"reveal", "hold", "retention_change", "erasure", "erasure_receipt", "erasure_receipt_json"}
"""Their refusals are tested beside what they show."""
DETAILS = ("search", "run", "message")


def address(world: World, page: str) -> str:
    """Return the path of a page or a form."""
    number = {"search": world.search_ids[0], "run": world.run.pk, "message": world.reply_id}
    return world.address(page, number[page]) if page in DETAILS else {**PAGES, **FORMS}[page]


@pytest.mark.parametrize("role", [*Role, None])
def test_a_page_opens_for_its_roles_alone(world: World, role: Role | None) -> None:
    desk = Desk.of(role) if role else Desk.of()
    for page in (*PAGES, *DETAILS):
        allowed = role in MAY_OPEN[page]
        assert desk.open(address(world, page)).status == (200 if allowed else 403), page
        latest = rows("SELECT page, outcome, username FROM page_accesses ORDER BY id DESC LIMIT 1")
        assert latest == [(page, "shown" if allowed else "refused", "dana")]


@pytest.mark.parametrize("role", [*Role, None])
def test_a_form_is_taken_from_its_roles_alone(world: World, role: Role | None) -> None:
    desk = Desk.of(role) if role else Desk.of()
    for page in FORMS:
        refused = desk.client.post(f"/audit/{address(world, page)}").status_code == 403
        assert refused is (role not in MAY_OPEN[page]), page


def test_whoever_is_not_signed_in_is_sent_to_sign_in(world: World) -> None:
    for page in (*PAGES, *DETAILS):
        answer = Client().get(f"/audit/{address(world, page)}")
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/audit/sign-in/?next=/audit/")


def test_a_form_of_whoever_is_not_signed_in_does_nothing(world: World) -> None:
    for page in FORMS:
        assert Client().post(f"/audit/{address(world, page)}").status_code == 302
    assert value("SELECT count(*) FROM page_accesses") == 0


def test_every_page_says_who_may_open_it() -> None:
    assert {*PAGES, *DETAILS, *FORMS, *OF_ONE_THING} == set(MAY_OPEN)


def test_the_roles_are_groups_made_by_a_migration(db: None) -> None:
    assert db is None
    assert set(column("SELECT name FROM auth_group")) >= {role.value for role in Role}


def test_a_superuser_is_a_platform_admin_and_no_more(db: None) -> None:
    assert db is None
    reader = reader_of(User.objects.create_superuser("root"))
    assert reader is not None
    assert reader.roles == {Role.PLATFORM}


def test_an_account_that_was_switched_off_opens_nothing(world: World) -> None:
    desk = Desk.of("auditor")
    User.objects.update(is_active=False)
    assert desk.open(address(world, "runs")).status == 302
