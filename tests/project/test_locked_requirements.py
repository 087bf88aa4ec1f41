"""The locked requirements: complete, hashed, and free of what belongs to one machine."""

import re
from pathlib import Path

import pytest
from django.conf import settings

BASE_DIR = Path(settings.BASE_DIR)
LOCKS = ["requirements.txt", "requirements-dev.txt"]


def pins(lock: str) -> dict[str, str]:
    """Give the version of each package of a lock, by its normal name."""
    text = (BASE_DIR / lock).read_text()
    return {name.lower(): version for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_and_hashed(lock: str) -> None:
    entries = re.split(r"\n(?=\S)", (BASE_DIR / lock).read_text().strip())
    for entry in entries:
        assert re.match(r"[\w.-]+(\[[\w,]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry


@pytest.mark.parametrize("lock", LOCKS)
def test_no_index_and_no_path_of_a_machine_is_named(lock: str) -> None:
    text = (BASE_DIR / lock).read_text()
    assert re.search(r"/|--(index|extra-index|find-links|trusted-host)", text) is None


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_that_we_name_is_locked(lock: str) -> None:
    wanted = (BASE_DIR / lock.replace(".txt", ".in")).read_text()
    for name in re.findall(r"^[\w-]+", wanted, re.MULTILINE):
        if not name.startswith("-"):
            assert name.lower() in pins(lock)


def test_both_locks_agree_so_that_they_install_together() -> None:
    runtime, development = (pins(lock) for lock in LOCKS)
    shared = runtime.keys() & development.keys()
    assert shared
    assert {name: runtime[name] for name in shared} == {name: development[name] for name in shared}
