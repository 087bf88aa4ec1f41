"""One product: the admin and the audit pages lead to each other, and a first visit is light."""

import gzip
import re

from django.test import Client

from conversation_search.demo.reader import make_reader
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World

MOST_BYTES = 60_000
"""Of one page with everything it loads, compressed."""


def test_the_admin_opens_the_audit_pages_and_they_lead_back(world: World) -> None:
    assert world.search_ids
    desk = Desk.of("platform admin", is_staff=True)
    assert desk.open("/admin/").links("/audit/")
    assert desk.open("").links("/admin/")
    assert Desk.of("auditor", name="eve").open("").links("/admin/") == []


def test_the_root_leads_to_the_overview(auditor: Desk) -> None:
    assert auditor.client.get("/").headers["Location"] == "/audit/"


def test_a_first_visit_weighs_little(world: World, auditor: Desk) -> None:
    for path in ("", "searches/", world.address("run", world.run.pk)):
        page = auditor.open(path)
        files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.source)
        weights = [_weight(auditor.client, address) for address in (f"/audit/{path}", *files)]
        assert len(files) == 4
        assert sum(weights) < MOST_BYTES, weights


def _weight(client: Client, address: str) -> int:
    """Return the bytes that travel, having looked that they are compressed."""
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip", address
    body = b"".join(answer) if answer.streaming else answer.content
    assert gzip.decompress(body)
    return len(body)


def test_the_menu_offers_what_the_reader_may_open(world: World) -> None:
    assert world.search_ids
    menu = Desk.of("retention admin").open("").text
    assert "Messages" in menu
    assert "Exports" not in menu


def test_the_reader_of_the_demo_can_sign_in_and_read(world: World) -> None:
    assert world.search_ids
    reader = make_reader()
    client = Client()
    form = {"username": reader.username, "password": reader.password}
    assert client.post("/audit/sign-in/", form).headers["Location"] == "/audit/"
    assert client.get("/audit/exports/").status_code == 200
    assert make_reader().password != reader.password
