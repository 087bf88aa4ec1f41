"""Reading the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from mesh_project.env import Environment


def test_an_absent_or_blank_text_is_its_default() -> None:
    assert Environment({}).text("NAME", "default") == "default"
    assert Environment({"NAME": "  "}).text("NAME", "default") == "default"
    assert Environment({"NAME": " value "}).text("NAME", "default") == "value"


@pytest.mark.parametrize("word", ["1", "true", "Yes", " ON "])
def test_a_flag_is_on_in_every_spelling(word: str) -> None:
    assert Environment({"DEBUG": word}).flag("DEBUG", default=False)


@pytest.mark.parametrize("word", ["0", "false", "No", "off", ""])
def test_a_flag_is_off_in_every_spelling(word: str) -> None:
    assert not Environment({"DEBUG": word}).flag("DEBUG", default=True)


@pytest.mark.parametrize("default", [True, False])
def test_an_absent_flag_is_its_default(*, default: bool) -> None:
    assert Environment({}).flag("DEBUG", default=default) is default


def test_a_flag_that_is_neither_on_nor_off_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG is neither on nor off: 'maybe'"):
        Environment({"DEBUG": "maybe"}).flag("DEBUG", default=False)


def test_a_number_is_read_or_its_default() -> None:
    assert Environment({"SIZE": "7"}).number("SIZE", default=3) == 7
    assert Environment({}).number("SIZE", default=3) == 3


@pytest.mark.parametrize("value", ["-1", "1.5", "many", "٣", "0"])
def test_a_number_that_is_none_or_too_small_is_refused_by_name(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SIZE must be a whole number of at least 1"):
        Environment({"SIZE": value}).number("SIZE", default=3, minimum=1)


def test_a_list_is_split_at_commas_without_blanks_and_empty_entries() -> None:
    for hosts in (" a.example , ,b.example,", "a.example b.example", "a.example,b.example"):
        assert Environment({"HOSTS": hosts}).words("HOSTS") == ["a.example", "b.example"]
    assert Environment({}).words("HOSTS") == []


def test_a_secret_is_read_as_it_is() -> None:
    assert Environment({"KEY": " spaced "}).secret("KEY") == " spaced "
    assert Environment({}).secret("KEY") == ""


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_a_secret_is_read_from_its_file_without_the_line_break(tmp_path: Path, ending: str) -> None:
    (tmp_path / "key").write_bytes(f"from a file{ending}".encode())
    assert Environment({"KEY_FILE": str(tmp_path / "key")}).secret("KEY") == "from a file"


def test_a_secret_given_twice_is_refused_and_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="KEY and KEY_FILE are both set") as refused:
        Environment({"KEY": "hush", "KEY_FILE": str(tmp_path / "key")}).secret("KEY")
    assert "hush" not in str(refused.value)


def test_a_secret_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        ImproperlyConfigured, match=r"KEY_FILE points to .*nowhere, which cannot be read: No such"
    ):
        Environment({"KEY_FILE": str(tmp_path / "nowhere")}).secret("KEY")


def test_an_empty_secret_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="which is empty"):
        Environment({"KEY_FILE": str(tmp_path / "key")}).secret("KEY")


def test_a_secret_file_of_other_bytes_is_refused_without_telling_them(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"hush\xff")
    with pytest.raises(ImproperlyConfigured, match="which is not UTF-8 text") as refused:
        Environment({"KEY_FILE": str(tmp_path / "key")}).secret("KEY")
    assert refused.value.__cause__ is None
    assert "hush" not in str(refused.value)
