"""The two rules of disclosure, each replaced by TRUE: the tests that are named for it fail, and no others.

A test joins by its marker, wherever it is: `privacy` for the audience rule, `lineage` for the lineage predicate.
The marked tests run in a process of their own, on a database whose rule was replaced right after the migrations.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.db import connection

from tests.mutants.mutant import VARIABLE

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 300
DISCLOSURES = ("AssertionError", "assert ", "Failed: DID NOT RAISE")
"""How the message of a test begins that saw something it must not see."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the marked tests under one mutant; `lineage` are those with that marker."""

    passed: frozenset[str]
    failed: frozenset[str]
    lineage: frozenset[str]
    failed_otherwise: tuple[str, ...]
    """Tests that failed for another reason than a disclosure, with it."""


def _files_with(markers: tuple[str, ...]) -> list[str]:
    """Find the files that use a marker: collecting the others would take longer than running these."""
    named = [f"mark.{marker}" for marker in markers]
    return [
        str(path)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if any(name in path.read_text(encoding="utf-8") for name in named)
    ]


def _run(mutant: str, markers: tuple[str, ...], folder: Path) -> Outcome:
    report = folder / f"{mutant}.xml"
    # The arguments are ours.
    finished = subprocess.run(  # noqa: S603
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:randomly"),
            *("--tb=line", "-m", f"({' or '.join(markers)}) and not browser", f"--junitxml={report}"),
            *_files_with(markers),
        ],
        cwd=ROOT,
        env={**os.environ, VARIABLE: mutant, "TEST_DATABASE": f"{connection.settings_dict['NAME']}_{mutant}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert finished.returncode in {0, 1}, finished.stdout[-4000:] + finished.stderr[-4000:]
    return _read(report)


def _read(report: Path) -> Outcome:
    passed: set[str] = set()
    failed: set[str] = set()
    lineage: set[str] = set()
    otherwise: list[str] = []
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - written by our own run
        name = f"{case.get('classname')}::{case.get('name')}"
        complaints = [child for child in case if child.tag in {"failure", "error", "skipped"}]
        (failed if complaints else passed).add(name)
        if case.find("properties/property[@name='lineage']") is not None:
            lineage.add(name)
        otherwise += [
            f"{name}: {complaint.get('message')}"
            for complaint in complaints
            if complaint.tag != "failure" or not str(complaint.get("message")).startswith(DISCLOSURES)
        ]
    return Outcome(frozenset(passed), frozenset(failed), frozenset(lineage), tuple(otherwise))


@pytest.mark.slow
@pytest.mark.django_db
def test_without_the_audience_rule_every_privacy_test_fails(tmp_path: Path) -> None:
    outcome = _run("audience_allows", ("privacy",), tmp_path)
    assert sorted(outcome.passed) == []
    assert len(outcome.failed) > 10
    assert outcome.failed_otherwise == ()


@pytest.mark.slow
@pytest.mark.django_db
def test_without_the_lineage_predicate_exactly_the_lineage_tests_fail(tmp_path: Path) -> None:
    outcome = _run("lineage_allows", ("privacy", "lineage"), tmp_path)
    assert sorted(outcome.failed - outcome.lineage) == []
    assert sorted(outcome.lineage - outcome.failed) == []
    assert min(len(outcome.lineage), len(outcome.passed)) > 10
    assert outcome.failed_otherwise == ()
