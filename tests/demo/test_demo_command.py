"""`manage.py demo --once`, as it is called by `make demo`."""

import json
import re
import shlex
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from conversation_search.client.errors import Unauthenticated
from conversation_search.demo.client import open_api
from conversation_search.demo.invitation import Invitation
from conversation_search.demo.stage import Stage
from conversation_search.demo.workspace import AGENT, DANIEL, DM_DANIEL, QUERY, QUESTION, import_workspace
from conversation_search.identity import api_keys
from conversation_search.managers import rooms
from tests.database import column

pytestmark = pytest.mark.django_db

CHANGES = re.compile(
    r"\b(84 (created|duplicate)|mesh_\S+|(?<=the password )\S+|(?<=searches/)\w{8}|\w{8}, \w{8}$"
    r"|(?<=first )\w{8}|recency \S+|score \S+)",
    re.MULTILINE,
)
LIVE_TEXTS = """
SELECT event.body FROM message_events AS event JOIN runtime_agents AS agent ON agent.id = event.runtime_agent_id
WHERE agent.slug = 'demo' AND event.deleted_at IS NULL ORDER BY event.id
"""


def told(*options: str) -> str:
    """Run the command and return what it printed."""
    out = StringIO()
    call_command("demo", "--once", *options, stdout=out)
    return out.getvalue()


def test_it_tells_the_same_story_each_time() -> None:
    first, second = told(), told()
    assert "84 created" in first
    assert "84 duplicate" in second
    assert CHANGES.sub("…", first).split() == CHANGES.sub("…", second).split()
    for line in (
        "Priya in a direct message: 14 shown",
        "audience 18, no_evidence 3",
        "23 = 14 selected + 9 excluded",
    ):
        assert line in second


def test_it_leaves_nothing_but_the_imported_workspace() -> None:
    import_workspace(rooms.read_clock())
    before = column(LIVE_TEXTS)
    told()
    assert column(LIVE_TEXTS) == before


def test_it_leaves_nothing_when_it_breaks_off() -> None:
    now = rooms.read_clock()
    import_workspace(now)
    before = column(LIVE_TEXTS)
    key = api_keys.issue(AGENT, api_keys.SCOPES).key
    with suppress(KeyboardInterrupt), Stage(open_api(key), "broken", now) as stage:
        stage.reply(stage.ask(DANIEL, DM_DANIEL, QUESTION, QUERY), "on Saturday")
        assert len(column(LIVE_TEXTS)) == len(before) + 2
        raise KeyboardInterrupt
    assert column(LIVE_TEXTS) == before


def test_no_line_of_the_log_interrupts_it(caplog: pytest.LogCaptureFixture) -> None:
    told()
    assert [record for record in caplog.records if record.name == "mesh.request"] == []


@pytest.mark.parametrize("columns", [80, 200])
def test_it_fits_the_terminal_and_needs_no_colour(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    story, _, _ = told().partition("api=")
    assert max(map(len, story.splitlines())) <= min(columns, 96)
    assert "\x1b" not in story
    assert "…" in story


def test_the_printed_command_opens_a_run_and_searches() -> None:
    """Runs what is printed: its two calls, with the very headers and bodies."""
    printed = told("--port", "8123")
    _, _, command = printed.partition("api=http://localhost:8123")
    opened, found = run_in_this_process(command)
    assert opened["history"] == []
    assert (found["status"], found["count"]) == ("ok", 3)


def run_in_this_process(command: str) -> list[dict[str, Any]]:
    """Do what the shell would do with the two curls: send each, the run's id from the first one."""
    words = iter(shlex.split(command.replace("\\\n", " ")))
    answers: list[dict[str, Any]] = []
    for word in words:
        if not word.endswith("curl"):
            continue
        assert next(words) == "-s"
        path = (
            next(words)
            .replace("$api", "/api/v1")
            .replace("$run", str(answers[0]["run_id"]) if answers else "")
        )
        options = [next(words) for _ in range(6)]
        headers = dict(option.split(": ") for option in (options[1], options[3]))
        content_type = headers.pop("Content-Type")
        assert (options[0], options[2], options[4]) == ("-H", "-H", "-d")
        response = Client(headers={"host": "localhost"}).generic(
            "POST", path, options[5].encode(), content_type=content_type, headers=headers
        )
        assert response.status_code < 300, response.content
        answers.append(json.loads(response.content))
    # `cut -d'"' -f4` takes the fourth part between quotes.
    assert json.dumps(answers[0]).split('"')[3] == answers[0]["run_id"]
    return answers


def test_the_address_of_the_docs_is_served() -> None:
    docs = Invitation(8000, "key").docs
    assert docs == "http://localhost:8000/api/v1/docs"
    assert Client(headers={"host": "localhost"}).get("/api/v1/docs").status_code == 200


def test_a_refusal_ends_the_story_and_names_the_call() -> None:
    with pytest.raises(Unauthenticated, match="GET /api/v1/operator/runs/x answered 401 unauthenticated"):
        open_api("mesh_wrong").read_run("x")
