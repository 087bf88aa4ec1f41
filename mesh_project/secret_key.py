"""Keeps one random secret key per checkout, for those who run it without any configuration."""

import os
import secrets
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured


def local_secret_key(path: Path) -> str:
    """Give the key kept in `path` (readable by its owner alone), making it when there is none.

    Of two commands that make it at once, one wins and both use the winner's. Raises `ImproperlyConfigured` when
    the file cannot be made or read.
    """
    try:
        if not path.exists():
            _make(path)
        return path.read_text(encoding="ascii")
    except OSError as error:
        message = (
            f"The secret key of this checkout cannot be kept in {path}: {error.strerror}. Run this command as "
            "the owner of that folder, or set DJANGO_SECRET_KEY."
        )
        raise ImproperlyConfigured(message) from error


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, prefix=path.name, delete=False) as candidate:
        candidate.write(secrets.token_urlsafe(64))
    _publish(Path(candidate.name), path)


def _publish(candidate: Path, path: Path) -> None:
    """Give the complete candidate its final name, unless another process was first."""
    try:
        os.link(candidate, path)
    except FileExistsError:
        return
    finally:
        candidate.unlink()
