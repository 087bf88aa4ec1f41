"""How a reader wants the pages: in which time zone, light or dark. Kept in cookies, and nothing depends on them."""

import zoneinfo
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest

THEMES: Final = ("system", "light", "dark")
ZONE_COOKIE: Final = "audit_zone"
THEME_COOKIE: Final = "audit_theme"
COOKIE_AGE: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Preferences:
    """The zone in which times are shown, and the theme."""

    zone: ZoneInfo
    theme: str

    @classmethod
    def of(cls, request: HttpRequest) -> "Preferences":
        """Return what the cookies say; UTC and the system's theme where they say nothing known."""
        theme = request.COOKIES.get(THEME_COOKIE, "")
        return cls(
            zone=zone_named(request.COOKIES.get(ZONE_COOKIE, "")) or ZoneInfo("UTC"),
            theme=theme if theme in THEMES else "system",
        )


@cache
def zone_names() -> tuple[str, ...]:
    """Return the names of all time zones, UTC first."""
    areas = {
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
    names = (name for name in zoneinfo.available_timezones() if name.split("/")[0] in areas)
    return ("UTC", *sorted(names))


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of a name; None when it is not one of ours."""
    return ZoneInfo(name) if name in zone_names() else None
