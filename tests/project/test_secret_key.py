"""The random key of a checkout."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from mesh_project.secret_key import local_secret_key


def test_a_key_is_random_long_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = local_secret_key(tmp_path / "one/secret_key")
    assert key != local_secret_key(tmp_path / "other/secret_key")
    assert len(key) >= 50
    assert (tmp_path / "one/secret_key").stat().st_mode & 0o077 == 0


def test_a_key_is_kept(tmp_path: Path) -> None:
    assert local_secret_key(tmp_path / "secret_key") == local_secret_key(tmp_path / "secret_key")


def test_commands_that_make_it_at_once_agree_and_leave_nothing_else(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(local_secret_key, [tmp_path / "secret_key"] * 8))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_place_that_cannot_be_written_is_named_with_the_way_round(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    with pytest.raises(ImproperlyConfigured, match=r"var/secret_key: .*set DJANGO_SECRET_KEY"):
        local_secret_key(tmp_path / "var/secret_key")
