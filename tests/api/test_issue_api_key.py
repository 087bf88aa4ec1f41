"""`manage.py issue_api_key` shows a key once and keeps its hash."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from conversation_search.identity.api_keys import find_caller
from conversation_search.models import ApiKey, RuntimeAgent

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> list[str]:
    """Run the command and return the lines it printed."""
    out = StringIO()
    call_command("issue_api_key", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_key_stands_alone_on_the_last_line_and_works() -> None:
    key = run("--agent", "mesh", "--scope", "ingest", "--scope", "runtime")[-1]
    found = find_caller(key)
    assert found is not None
    assert (found.slug, sorted(found.scopes)) == ("mesh", ["ingest", "runtime"])


def test_the_agent_is_made_once() -> None:
    first, second = run("--agent", "mesh", "--scope", "ingest"), run("--agent", "mesh", "--scope", "operator")
    assert ("agent created: True" in first, "agent created: False" in second) == (True, True)
    assert RuntimeAgent.objects.count() == 1
    assert first[-1] != second[-1]


def test_json_is_for_scripts() -> None:
    (line,) = run("--agent", "mesh", "--scope", "runtime", "--scope", "runtime", "--json")
    told = json.loads(line)
    assert (told["agent"], told["agent_created"], told["scopes"]) == ("mesh", True, ["runtime"])
    assert told["key"].startswith(told["prefix"])
    assert find_caller(told["key"]) is not None


def test_a_dry_run_makes_nothing() -> None:
    assert run("--agent", "mesh", "--scope", "ingest", "--dry-run") == [
        "agent: mesh",
        "scopes: ingest",
        "dry run: True",
    ]
    assert (RuntimeAgent.objects.count(), ApiKey.objects.count()) == (0, 0)


@pytest.mark.parametrize("bad", ["", "a b", "a/b", "é", "x" * 101, "a\n"])
def test_a_name_that_cannot_be_one_is_refused(bad: str) -> None:
    with pytest.raises(CommandError, match="letters"):
        run("--agent", bad, "--scope", "ingest")
    assert RuntimeAgent.objects.count() == 0


@pytest.mark.parametrize(
    "arguments", [["--agent", "mesh"], ["--scope", "ingest"], ["--agent", "m", "--scope", "root"]]
)
def test_an_agent_and_a_known_scope_are_needed(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
    assert ApiKey.objects.count() == 0
