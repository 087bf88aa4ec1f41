"""Safe access to the bytes of an export: a zip or a folder, never extracted, no link in it followed."""

import os
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from conversation_search import limits
from conversation_search.importers.slack_errors import SlackExportError, UnreadableFileError
from conversation_search.importers.slack_reasons import Problem

_UTF8_NAME_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_COMPRESSIONS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_FIRST_PRINTABLE = " "


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """One file, or one folder (`is_folder`), of the export: its path in parts, declared size and place."""

    parts: tuple[str, ...]
    size: int
    is_folder: bool
    place: zipfile.ZipInfo | Path


class Archive(Protocol):
    """What the reader needs of a zip or a folder."""

    def scan(self, problems: Counter[str]) -> Iterator[ArchiveFile]:
        """Yield every safe file and folder once; unsafe ones are counted in `problems`."""

    def read(self, file: ArchiveFile, limit: int) -> bytes:
        """Return at most `limit` bytes, the whole file, or raise UnreadableFileError."""

    def close(self) -> None:
        """Let go of the archive."""


def open_archive(path: Path) -> Archive:
    """Open a zip or a folder; raise SlackExportError where it is neither."""
    if path.is_dir():
        return FolderArchive(path)
    if not path.is_file():
        message = f"{path} is no file or folder: give the export's zip, or the folder it was unpacked to."
        raise SlackExportError(message)
    try:
        return ZipArchive(zipfile.ZipFile(path))
    except OSError as error:
        message = f"{path} cannot be opened: {error.strerror}."
        raise SlackExportError(message) from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        message = (
            f"{path} is not a complete zip file: download the export again, or give the unpacked folder."
        )
        raise SlackExportError(message) from error


def safe_parts(name: str) -> tuple[str, ...] | None:
    """Split a path of an archive; None where it is absolute, climbs, is unprintable or nested too deep."""
    name = name.replace("\\", "/")
    parts = tuple(part for part in name.split("/") if part not in {"", "."})
    if name.startswith("/") or not parts or ".." in parts or len(parts) > limits.EXPORT_PATH_PARTS:
        return None
    if any(char < _FIRST_PRINTABLE or "\ud800" <= char <= "\udfff" for char in name):
        return None
    return parts


class ZipArchive:
    """A zip file, read in place."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Take over an open zip file."""
        self._zip = archive

    def scan(self, problems: Counter[str]) -> Iterator[ArchiveFile]:
        """Yield what the central directory lists; links, devices and unsafe names are counted instead."""
        for info in self._zip.infolist():
            parts = safe_parts(mended_name(info))
            if parts is None:
                problems[Problem.PATH_UNSAFE] += 1
            elif is_special(info):
                problems[Problem.PATH_LINK] += 1
            else:
                yield ArchiveFile(parts, info.file_size, info.is_dir(), info)

    def read(self, file: ArchiveFile, limit: int) -> bytes:
        """Decompress one file, never more than `limit` bytes of it; the checksum is verified."""
        info = file.place
        assert isinstance(info, zipfile.ZipInfo)  # noqa: S101 (narrows the union: a zip yields ZipInfo only)
        refuse_dangerous(info, limit)
        try:
            with self._zip.open(info) as stream:
                data = stream.read(limit + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
            raise UnreadableFileError(Problem.FILE_CORRUPT) from error
        return refuse_longer(data, limit)

    def close(self) -> None:
        """Close the zip file."""
        self._zip.close()


def mended_name(info: zipfile.ZipInfo) -> str:
    """Return the stored name, read as UTF-8 also where the archive forgot to flag it as such."""
    if info.flag_bits & _UTF8_NAME_FLAG:
        return info.orig_filename
    try:
        return info.orig_filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.orig_filename


def is_special(info: zipfile.ZipInfo) -> bool:
    """Whether the entry is a link, a device or a pipe: anything but a plain file or a folder."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind not in {0, stat.S_IFREG, stat.S_IFDIR}


def refuse_dangerous(info: zipfile.ZipInfo, limit: int) -> None:
    """Refuse what should not even be started: encrypted, oddly compressed, too large, or a bomb."""
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise UnreadableFileError(Problem.FILE_ENCRYPTED)
    if info.compress_type not in _COMPRESSIONS:
        raise UnreadableFileError(Problem.FILE_UNSUPPORTED_COMPRESSION)
    if info.file_size > limit:
        raise UnreadableFileError(Problem.FILE_TOO_LARGE)
    if info.file_size > max(
        limits.EXPORT_RATIO_FROM_BYTES, limits.EXPORT_COMPRESSION_RATIO * info.compress_size
    ):
        raise UnreadableFileError(Problem.FILE_SUSPICIOUS_COMPRESSION)


def refuse_longer(data: bytes, limit: int) -> bytes:
    """Return the data, or refuse it where it is longer than was declared."""
    if len(data) > limit:
        raise UnreadableFileError(Problem.FILE_TOO_LARGE)
    return data


def entries_of(folder: Path, problems: Counter[str]) -> list[os.DirEntry[str]]:
    """List one folder in order of name; nothing, and a problem, where it may not be listed."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        problems[Problem.PATH_UNREADABLE] += 1
        return []


class FolderArchive:
    """A folder on disk; symbolic links in it are counted, never followed."""

    def __init__(self, root: Path) -> None:
        """Read below this folder."""
        self._root = root

    def scan(self, problems: Counter[str]) -> Iterator[ArchiveFile]:
        """Yield the files and folders below the root, in order of name."""
        return self._scan(self._root, (), problems)

    def _scan(self, folder: Path, above: tuple[str, ...], problems: Counter[str]) -> Iterator[ArchiveFile]:
        for entry in entries_of(folder, problems):
            parts = safe_parts("/".join((*above, entry.name)))
            is_folder = entry.is_dir(follow_symlinks=False)
            if parts is None or len(parts) != len(above) + 1:
                problems[Problem.PATH_UNSAFE] += 1
            elif not is_folder and not entry.is_file(follow_symlinks=False):
                problems[Problem.PATH_LINK] += 1
            else:
                yield ArchiveFile(
                    parts, entry.stat(follow_symlinks=False).st_size, is_folder, Path(entry.path)
                )
                if is_folder:
                    yield from self._scan(Path(entry.path), parts, problems)

    def read(self, file: ArchiveFile, limit: int) -> bytes:
        """Read one file, never more than `limit` bytes of it, refusing one that became a link meanwhile."""
        assert isinstance(file.place, Path)  # noqa: S101 (narrows the union: a folder yields paths only)
        try:
            descriptor = os.open(file.place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as stream:
                data = stream.read(limit + 1)
        except OSError as error:
            raise UnreadableFileError(Problem.FILE_CORRUPT) from error
        return refuse_longer(data, limit)

    def close(self) -> None:
        """Do nothing: a folder holds nothing open."""
