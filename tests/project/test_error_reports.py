"""What a crash page shows, with and without DEBUG."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

CANARY = "zanzibar-canary".replace("-", "")
"""Not in one piece, for a crash page shows the lines around a failure."""


def crash(request: HttpRequest) -> HttpResponse:
    """Fail with what was sent in every place that a report shows."""
    sent = request.POST["text"]
    try:
        request.META[sent]
    except KeyError as cause:
        raise ValueError(sent) from cause
    return HttpResponse()


urlpatterns = [path("crash", crash)]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("accept", ["text/html", "text/plain"])
def test_a_crash_page_repeats_nothing_that_was_sent(
    accept: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, debug: bool
) -> None:
    monkeypatch.setattr(settings, "DEBUG", debug)
    client = Client(raise_request_exception=False)
    client.cookies["text"] = CANARY
    response = client.post(
        f"/crash?q={CANARY}", {"text": CANARY}, headers={"accept": accept, "x-text": CANARY}
    )
    assert response.status_code == 500
    assert CANARY not in response.content.decode()
    assert CANARY not in caplog.messages
    assert ("ValueError" in response.content.decode()) is debug
