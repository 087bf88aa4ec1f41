"""Checkpoints outside the database: one line of JSON each, in files that only grow."""

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from conversation_search import limits
from conversation_search.managers import seal
from conversation_search.managers.seal import CheckpointRow
from conversation_search.seal.canonical import canonical_json
from conversation_search.seal.chain import document_of
from conversation_search.seal.documents import Signed
from conversation_search.seal.errors import ExportUnreadable, SealBroken, UnknownKind


def line(number: int, document: Signed) -> bytes:
    """Return one checkpoint as a line of JSON."""
    told = {
        "hash": document.hash,
        "key_id": document.key_id,
        "number": number,
        "payload": document.payload,
        "signature": document.signature.hex(),
    }
    return canonical_json(told).encode() + b"\n"


def every_checkpoint(after_number: int = 0) -> Iterator[CheckpointRow]:
    """Give every checkpoint after a number, in order; some are read at once."""
    while rows := seal.checkpoints_after(after_number, limits.CHECKPOINTS_READ):
        yield from rows
        after_number = rows[-1].number


def every_line(after_number: int = 0) -> Iterator[bytes]:
    """Give every checkpoint after a number as a line."""
    for row in every_checkpoint(after_number):
        yield line(row.number, document_of(row))


def append_new(path: Path) -> int:
    """Append the checkpoints that a file does not hold yet, made durable, and return how many.

    Raises SealBroken when the file holds a checkpoint that the database does not; a line that a crash cut off is
    written again.
    """
    try:
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            lines = list(_missing_lines(file, path))
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise ExportUnreadable(f"{path} cannot be written: {error.strerror}.") from None
    return len(lines)


def check_continues(path: Path) -> None:
    """Raise SealBroken when a file holds a checkpoint that the database does not."""
    if path.exists():
        with path.open("rb") as file:
            _last_number(file, path)


def _missing_lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    file.truncate(_whole_lines(file))
    yield from every_line(_last_number(file, path))


def _last_number(file: BinaryIO, path: Path) -> int:
    """Return the number of the last checkpoint of a file, having compared it with ours; 0 for an empty one."""
    whole = _whole_lines(file)
    file.seek(max(0, whole - limits.CHECKPOINT_LINE_BYTES))
    last = file.read(whole - file.tell()).rstrip(b"\n").rpartition(b"\n")[2]
    if not last:
        return 0
    number, document = _parsed(last, f"The last line of {path}")
    ours = next(iter(seal.checkpoints_after(number - 1, 1)), None)
    if ours is None or ours.number != number or document_of(ours).hash != document.hash:
        raise SealBroken(
            f"{path} holds checkpoint {number}, and the database holds another or none: rows were cut off, or the file "
            "is of another installation. Run `manage.py verify_audit --checkpoints` with it."
        )
    return number


def _whole_lines(file: BinaryIO) -> int:
    """Return the bytes up to the last line break."""
    end = file.seek(0, os.SEEK_END)
    start = max(0, end - limits.CHECKPOINT_LINE_BYTES)
    file.seek(start)
    position = file.read().rfind(b"\n")
    return 0 if position < 0 else start + position + 1


def read_lines(path: Path) -> Iterator[tuple[int, Signed]]:
    """Give the checkpoints of a file, whose numbers follow each other; raises ExportUnreadable."""
    expected = None
    try:
        with path.open("rb") as file:
            place = 0
            while text := file.readline(limits.CHECKPOINT_LINE_BYTES + 1):
                place += 1
                number, document = _parsed(text, f"Line {place} of {path}")
                if number != (expected or number):
                    raise ExportUnreadable(f"Line {place} of {path} does not follow the line before it.")
                expected = number + 1
                yield number, document
    except OSError as error:
        raise ExportUnreadable(f"{path} cannot be read: {error.strerror}.") from None


def _parsed(text: bytes, where: str) -> tuple[int, Signed]:
    told = _told(text)
    if told is None:
        raise ExportUnreadable(f"{where} is not an exported checkpoint.")
    return told


def _told(text: bytes) -> tuple[int, Signed] | None:
    """Return what a line says; None for anything that `line` would not write."""
    try:
        told = json.loads(text)
        document = Signed(told["payload"], told["key_id"], bytes.fromhex(told["signature"]))
        is_ours = line(told["number"], document) == text.rstrip(b"\n") + b"\n"
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, UnknownKind):
        return None
    return (told["number"], document) if is_ours and type(told["number"]) is int else None
