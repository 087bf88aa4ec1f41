"""A ZIP file that is written while it is sent: the rows first, then the manifest that says what they are."""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from conversation_search.audit.export import Exported

MANIFEST_NAME: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class Request:
    """Who exports what, and why."""

    who: str
    reason: str
    filters: dict[str, str]
    columns: tuple[str, ...]
    requested_at: datetime


class Manifest:
    """Adds up what an export holds."""

    def __init__(self, request: Request, file_name: str) -> None:
        """Begin with nothing."""
        self._request = request
        self._file_name = file_name
        self._sha256 = hashlib.sha256()
        self._rows = 0
        self._first: datetime | None = None
        self._last: datetime | None = None

    def add(self, data: bytes) -> bytes:
        """Take bytes of the file, and return them."""
        self._sha256.update(data)
        return data

    def add_row(self, row: Exported) -> bytes:
        """Take a row, and return its bytes; rows come newest first."""
        self._rows += 1
        self._last = self._last or row.at
        self._first = row.at
        return self.add(row.line)

    def as_dict(self) -> dict[str, Any]:
        """Return what the manifest says so far."""
        request = asdict(self._request) | {"requested_at": _written(self._request.requested_at)}
        return {
            **request,
            "file": self._file_name,
            "rows": self._rows,
            "first_at": _written(self._first),
            "last_at": _written(self._last),
            "sha256": self._sha256.hexdigest(),
        }


class _Pipe:
    """Takes what the ZIP writer writes, to be sent and forgotten; it cannot be sought."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._chunks.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def drain(self) -> bytes:
        data = b"".join(self._chunks)
        self._chunks.clear()
        return data


def archive(header: bytes, rows: Iterable[Exported], file_name: str, manifest: Manifest) -> Iterator[bytes]:
    """Give a ZIP file piece by piece, however many rows there are: the rows, then the manifest."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        with packed.open(file_name, "w", force_zip64=True) as member:
            member.write(manifest.add(header))
            for row in rows:
                member.write(manifest.add_row(row))
                if data := pipe.drain():
                    yield data
        packed.writestr(MANIFEST_NAME, json.dumps(manifest.as_dict(), indent=2, sort_keys=True))
    yield pipe.drain()


def _written(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
