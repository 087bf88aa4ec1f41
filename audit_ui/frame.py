"""The frame around every page: the header, where one may go from here, and what may never be kept by a cache."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from audit_ui.preferences import THEMES, Preferences, zone_names
from audit_ui.roles import Reader

MENU: Final = (
    ("overview", "Overview", ("overview",)),
    ("runs", "Runs", ("runs", "run")),
    ("searches", "Searches", ("searches", "search")),
    ("messages", "Messages", ("messages", "message")),
    ("explain", "Explain", ("explain",)),
    ("reveals", "Names", ("reveals", "reveal")),
    ("retention", "Retention", ("retention", "retention_change", "preview_retention")),
    ("holds", "Holds", ("holds", "hold")),
    ("erasures", "Erasures", ("erasures", "erasure", "erasure_receipt")),
    ("access_log", "Access log", ("access_log",)),
    ("exports", "Exports", ("exports", "export")),
    ("integrity", "Integrity", ("integrity", "download_checkpoints")),
    ("index_health", "Index health", ("index_health",)),
    ("glossary", "Glossary", ("glossary",)),
)
"""Pages of the menu: address, label, and the pages during which it is marked."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One place to go."""

    address: str
    label: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What the header shows."""

    reader: Reader | None
    menu: list[MenuEntry]
    preferences: Preferences
    here: str
    """The address of this page, for whoever sets a preference and wants to come back."""

    @property
    def zones(self) -> tuple[str, ...]:
        """Every zone that may be chosen."""
        return zone_names()

    @property
    def themes(self) -> tuple[str, ...]:
        """Every theme that may be chosen."""
        return THEMES


def frame_of(request: HttpRequest, page: str, reader: Reader | None) -> Frame:
    """Return the frame of a page for a reader; nobody's has no menu."""
    menu = [
        MenuEntry(reverse(f"audit:{name}"), label, page in pages)
        for name, label, pages in MENU
        if reader is not None and reader.may_open(name)
    ]
    here = request.get_full_path() if request.method == "GET" else reverse("audit:overview")
    return Frame(reader, menu, Preferences.of(request), here)


def render_page(
    request: HttpRequest,
    frame: Frame,
    template: str,
    context: Mapping[str, Any],
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page in its frame; nothing between here and the reader may keep it."""
    text = render_to_string(template, {**context, "frame": frame}, request)
    response = HttpResponse(text, status=status)
    response["Cache-Control"] = "no-store, private"
    response["Vary"] = "Cookie, HX-Request"
    return response
