"""Finds the samples and cases that may lie beside the project; the suite passes without them."""

import json
from pathlib import Path
from typing import Any

BESIDE = Path(__file__).resolve().parents[1].parent / "shared"


def sample(name: str) -> Path | None:
    """Return the path of one sample file or folder, or None where it is not there."""
    return _present(BESIDE / "samples" / name)


def cases(name: str) -> list[dict[str, Any]]:
    """Return the rows of one file of cases, or none where it is not there."""
    path = _present(BESIDE / "cases" / f"{name}.jsonl")
    return (
        [] if path is None else [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    )


def _present(path: Path) -> Path | None:
    return path if path.exists() else None
