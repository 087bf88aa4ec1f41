"""Reads the environment, the only source of configuration.

A value is read by the name of its variable. A secret may instead lie in a file that `NAME_FILE` points to, so
that it never shows in a process listing. Messages name the variable and never repeat a secret's value.
"""

from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


class Environment:
    """Reads one set of variables; each method raises `ImproperlyConfigured` on a malformed value."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Read from `variables`, usually `os.environ`."""
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        """Give the variable without surrounding blanks, or `default` when it is absent or blank."""
        return self._variables.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool) -> bool:
        """Read on/off, true/false, yes/no or 1/0."""
        value = self._variables.get(name)
        if value is None:
            return default
        word = value.strip().lower()
        if word not in TRUE_WORDS | FALSE_WORDS:
            message = f"{name} is neither on nor off: {value!r}. Use on or off."
            raise ImproperlyConfigured(message)
        return word in TRUE_WORDS

    def number(self, name: str, *, default: int, minimum: int = 0) -> int:
        """Read a whole number of at least `minimum`."""
        value = self.text(name, str(default))
        # isdecimal alone would let other scripts' digits through.
        if not (value.isascii() and value.isdecimal()) or int(value) < minimum:
            message = f"{name} must be a whole number of at least {minimum}, not {value!r}."
            raise ImproperlyConfigured(message)
        return int(value)

    def words(self, name: str) -> list[str]:
        """Split a list at commas and spaces; empty entries are dropped."""
        return self._variables.get(name, "").replace(",", " ").split()

    def secret(self, name: str) -> str:
        """Give the secret in `name`, or in the file that `name_FILE` points to; empty when neither is set.

        One trailing line break of the file is dropped, because editors and `echo` add it.
        """
        file_variable = f"{name}_FILE"
        path = self.text(file_variable)
        value = self._variables.get(name, "")
        if value and path:
            message = f"{name} and {file_variable} are both set. Keep one of them."
            raise ImproperlyConfigured(message)
        return value if not path else _read_secret_file(file_variable, Path(path))


def _read_secret_file(file_variable: str, path: Path) -> str:
    try:
        value = path.read_text(encoding="utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        # The decoder's own error carries the bytes of the secret.
        message = f"{file_variable} points to {path}, which is not UTF-8 text."
        raise ImproperlyConfigured(message) from None
    except OSError as error:
        message = f"{file_variable} points to {path}, which cannot be read: {error.strerror}."
        raise ImproperlyConfigured(message) from error
    if not value:
        message = f"{file_variable} points to {path}, which is empty."
        raise ImproperlyConfigured(message)
    return value
