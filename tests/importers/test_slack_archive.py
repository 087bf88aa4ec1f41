"""Zips and folders from strangers."""

import os
import stat
import struct
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from conversation_search import limits
from conversation_search.importers.slack_archive import mended_name, safe_parts
from conversation_search.importers.slack_errors import SlackExportError
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_reasons import Problem
from tests.importers.exports import (
    DAY,
    as_bytes,
    channel,
    entries_of,
    export_files,
    message,
    texts_of,
    write_folder,
    write_zip,
)


def problems_after_reading(path: Path) -> Counter[str]:
    with SlackExport.open(path) as export:
        entries_of(export)
        return export.problems


def test_a_path_that_does_not_exist_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(SlackExportError, match="give the export's zip"):
        SlackExport.open(tmp_path / "nowhere.zip")


def test_a_file_that_is_no_zip_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(b"not a zip at all")
    with pytest.raises(SlackExportError, match="download the export again"):
        SlackExport.open(path)


@pytest.mark.parametrize("kept", [10, 200, -30])
def test_a_truncated_zip_says_what_to_do(tmp_path: Path, kept: int) -> None:
    path = write_zip(tmp_path / "export.zip", export_files(message()))
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(SlackExportError, match="not a complete zip"):
        SlackExport.open(path)


@pytest.mark.parametrize(
    "name", ["../launch/x.json", "/launch/x.json", "launch/../../x.json", "a\x01b", "", "."]
)
def test_names_that_climb_or_hide_are_refused(name: str) -> None:
    assert safe_parts(name) is None


@pytest.mark.parametrize("name", ["launch/x.json", "./launch/x.json", "launch//x.json", "launch\\x.json"])
def test_ordinary_spellings_of_a_name_are_split_alike(name: str) -> None:
    assert safe_parts(name) == ("launch", "x.json")


def test_a_climbing_name_in_a_zip_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    files = export_files(message()) | {f"launch/../../launch/{DAY}": [message("evil")]}
    path = write_zip(tmp_path / "export.zip", files)
    with SlackExport.open(path) as export:
        assert texts_of(export) == ["hello"]
        assert export.problems[Problem.PATH_UNSAFE] == 1


def test_a_link_in_a_zip_is_not_read(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "export.zip", export_files(message()))
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("launch/2026-03-03.json")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert problems_after_reading(path) == {Problem.PATH_LINK: 1}


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside = write_folder(tmp_path / "outside", {DAY: [message("evil")]})
    root = write_folder(tmp_path / "export", export_files(message()))
    (root / "linked").symlink_to(outside)
    (root / "launch" / "2026-03-03.json").symlink_to(outside / DAY)
    with SlackExport.open(root) as export:
        assert texts_of(export) == ["hello"]
        assert export.problems[Problem.PATH_LINK] == 2


def test_a_file_that_becomes_a_link_while_we_read_is_not_followed(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "export", export_files(message()))
    with SlackExport.open(root) as export:
        (root / "launch" / DAY).unlink()
        (root / "launch" / DAY).symlink_to("/etc/passwd")
        assert entries_of(export) == []
        assert export.problems == {Problem.FILE_CORRUPT: 1}


def test_a_pipe_in_a_folder_does_not_hang_the_reader(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "export", export_files(message()))
    os.mkfifo(root / "launch" / "2026-03-03.json")
    assert problems_after_reading(root) == {Problem.PATH_LINK: 1}


def test_a_bomb_is_refused_by_its_ratio_without_being_decompressed(tmp_path: Path) -> None:
    bomb = b"[" + b" " * (limits.EXPORT_RATIO_FROM_BYTES + 1) + b"]"
    path = write_zip(tmp_path / "export.zip", export_files(message()) | {"launch/2026-03-03.json": bomb})
    assert problems_after_reading(path) == {Problem.FILE_SUSPICIOUS_COMPRESSION: 1}


def test_a_file_over_the_limit_is_reported_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "EXPORT_DAY_FILE_BYTES", 1000)
    files = export_files(message()) | {"launch/2026-03-03.json": [message("x" * 1000)]}
    for path in (write_zip(tmp_path / "e.zip", files), write_folder(tmp_path / "e", files)):
        with SlackExport.open(path) as export:
            assert texts_of(export) == ["hello"]
            assert export.problems == {Problem.FILE_TOO_LARGE: 1}


def test_a_zip_that_lies_about_a_size_is_cut_off_at_what_it_declared(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "export.zip", export_files(message("x" * 5000)))
    data = bytearray(path.read_bytes())
    entry = data.rfind(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<I", 40)
    path.write_bytes(data)
    assert problems_after_reading(path) == {Problem.FILE_CORRUPT: 1}


def test_too_many_files_are_refused_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXPORT_FILES", 2)
    with pytest.raises(SlackExportError, match="shorter date ranges"):
        SlackExport.open(write_zip(tmp_path / "export.zip", export_files(message())))


def test_too_many_bytes_are_refused_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXPORT_TOTAL_BYTES", 100)
    with pytest.raises(SlackExportError, match="shorter date ranges"):
        SlackExport.open(write_folder(tmp_path / "export", export_files(message())))


def patched_zip(path: Path, name: str, offset: int, value: bytes) -> Path:
    """Change bytes of one entry, in the central directory (and so in what zipfile believes)."""
    data = bytearray(path.read_bytes())
    entry = data.rfind(b"PK\x01\x02", 0, data.rfind(name.encode()))
    data[entry + offset : entry + offset + len(value)] = value
    path.write_bytes(data)
    return path


def test_an_encrypted_day_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    files = export_files(message()) | {"launch/2026-03-03.json": [message("other")]}
    path = patched_zip(write_zip(tmp_path / "export.zip", files), "2026-03-03.json", 8, b"\x01\x00")
    with SlackExport.open(path) as export:
        assert texts_of(export) == ["hello"]
        assert export.problems == {Problem.FILE_ENCRYPTED: 1}


def test_a_compression_that_cannot_be_bounded_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "export.zip", export_files(message()))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("launch/2026-03-03.json", as_bytes([message("other")]))
    assert problems_after_reading(path) == {Problem.FILE_UNSUPPORTED_COMPRESSION: 1}


def test_a_day_whose_bytes_rotted_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, value in (
            export_files(message()) | {"launch/2026-03-03.json": [message("rotten")]}
        ).items():
            archive.writestr(name, as_bytes(value))
    path.write_bytes(path.read_bytes().replace(b"rotten", b"r0tten"))
    assert problems_after_reading(path) == {Problem.FILE_CORRUPT: 1}


def test_utf8_names_without_the_flag_are_mended(tmp_path: Path) -> None:
    files = export_files(channels=[channel(name="größe")]) | {f"gr____e/{DAY}": [message("über")]}
    path = write_zip(tmp_path / "export.zip", files)
    # zipfile flags every name that is not ASCII, so the name is put in afterwards.
    path.write_bytes(path.read_bytes().replace(b"gr____e/", "größe/".encode()))
    with SlackExport.open(path) as export:
        assert texts_of(export) == ["über"]


def test_a_name_that_really_is_in_the_old_code_page_stays() -> None:
    assert mended_name(zipfile.ZipInfo(b"caf\x82".decode("cp437"))) == "café"


def test_a_folder_that_may_not_be_listed_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_folder(tmp_path / "export", export_files(message()) | {"sealed/": b""})
    scandir = os.scandir

    def refuse(folder: Path) -> object:
        if folder.name == "sealed":
            raise PermissionError
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert problems_after_reading(root) == {Problem.PATH_UNREADABLE: 1}


def test_a_zip_that_may_not_be_opened_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_zip(tmp_path / "export.zip", export_files(message()))

    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(zipfile, "ZipFile", refuse)
    with pytest.raises(SlackExportError, match="cannot be opened: Permission denied"):
        SlackExport.open(path)


def test_a_folder_name_that_would_split_is_counted_and_not_read(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "export", export_files(message()) | {f"a\\b/{DAY}": [message("evil")]})
    assert problems_after_reading(root) == {Problem.PATH_UNSAFE: 1}
