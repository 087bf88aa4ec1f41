"""The commands of the Makefile, as far as they can be looked at without carrying them out."""

import subprocess
from pathlib import Path

import pytest
from django.conf import settings

TARGETS = {
    "demo": "manage.py demo",
    "test": "-m pytest -n 2",
    "test-browser": "-m pytest -m browser",
    "check": "-m ruff check",
    "serve": "-m gunicorn",
    "stop": "-m mesh_project.embedded_postgres stop",
    "bench": "-m tests.bench",
}


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in this checkout."""
    return subprocess.run(
        ["make", "--no-print-directory", *arguments],  # noqa: S607 - whichever make the machine has
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=False,
        text=True,
    )


def planned(*arguments: str) -> str:
    """Give the commands that make would run on a machine where nothing is built."""
    plan = make("--dry-run", "READY=/nowhere/ready", *arguments)
    assert plan.returncode == 0, plan.stderr
    return plan.stdout


@pytest.mark.parametrize("target", TARGETS)
def test_each_command_builds_the_environment_first_and_so_works_alone(target: str) -> None:
    plan = planned(target)
    assert plan.index("-m venv .venv") < plan.index("--require-hashes") < plan.index(TARGETS[target])


def test_help_lists_every_command_of_the_contract() -> None:
    listed = make().stdout
    for target in ("setup", *TARGETS):
        assert f"  make {target} " in listed


def test_arguments_and_the_port_are_passed_on() -> None:
    assert "--bind localhost:8000" in planned("serve")
    assert "--bind localhost:9001" in planned("serve", "PORT=9001")
    assert "-m pytest -n 2 -k one" in planned("test", "ARGS=-k one")


def test_a_machine_without_python_is_told_what_to_install(tmp_path: Path) -> None:
    refused = make("setup", f"READY={tmp_path}/ready", f"PATH={tmp_path}", "SHELL=/bin/sh")
    assert refused.returncode != 0
    assert "needs Python 3.11 or newer with its venv module" in refused.stderr


def test_a_python_that_is_too_old_is_passed_over(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    refused = make("setup", f"READY={tmp_path}/ready", f"PATH={tmp_path}", "SHELL=/bin/sh")
    assert "needs Python 3.11 or newer" in refused.stderr
