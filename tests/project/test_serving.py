"""The server as it is started: two processes, MCP and Django side by side."""

import socket

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.api.door import Door
from tests.serving import METRICS_TOKEN, Served, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")


def counted(served: Served) -> float:
    """Return how many requests for the probe were counted, by all processes."""
    headers = {"Authorization": f"Bearer {METRICS_TOKEN}"}
    page = httpx.get(f"{served.address}/metrics", headers=headers)
    assert page.status_code == 200
    samples = [one for family in text_string_to_metric_families(page.text) for one in family.samples]
    wanted = {"method": "GET", "route": "/api/v1/healthz", "status": "2xx"}
    return sum(
        one.value
        for one in samples
        if one.name == "mesh_request_duration_seconds_count" and one.labels == wanted
    )


def test_the_figures_are_those_of_all_processes_together(served: Served) -> None:
    before = counted(served)
    for _ in range(20):
        assert httpx.get(f"{served.address}/api/v1/healthz").status_code == 200
    assert counted(served) == before + 20


def test_pages_files_and_the_api_are_served_beside_mcp(served: Served) -> None:
    assert httpx.get(f"{served.address}/api/v1/readyz").json()["status"] == "ready"
    assert httpx.get(f"{served.address}/admin/", follow_redirects=True).status_code == 200
    assert httpx.get(f"{served.address}/nothing").status_code == 404


def test_a_body_that_is_too_large_is_refused_before_it_is_read(served: Served) -> None:
    key = Door().key
    head = (
        f"POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 70000000\r\n\r\n"
    )
    place = served.address.removeprefix("http://").split(":")
    with socket.create_connection((place[0], int(place[1])), timeout=20) as caller:
        caller.sendall(head.encode())
        answer = caller.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 413")


@pytest.mark.parametrize(
    "target",
    [
        b"/api/v1/tools?dialect=\xff\xfe",
        b"/api/v1/\xff",
        b"/api/v1/%ff%00",
        b"//",
        b"/api/v1/tools?%",
        b"/mcp/",
    ],
)
def test_an_odd_address_is_refused_and_not_a_failure(target: bytes, served: Served) -> None:
    place = served.address.removeprefix("http://").split(":")
    with socket.create_connection((place[0], int(place[1])), timeout=20) as caller:
        caller.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        status = int(caller.recv(4096).split()[1])
    assert 400 <= status < 500
