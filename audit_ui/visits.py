"""One visit of one page: who, when, in which time zone; recorded before anything is shown."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django_htmx.http import HttpResponseClientRefresh

from audit_ui import clock
from audit_ui.frame import Frame, frame_of, render_page
from audit_ui.preferences import Preferences
from audit_ui.roles import Reader, reader_of
from conversation_search.audit import page_access
from conversation_search.audit.agents import Agents, audited_agents
from conversation_search.audit.page_access import PageAccess
from conversation_search.errors import AuditUnavailable, DatabaseUnavailable, NotFound

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit, with what every page needs."""

    request: HttpRequest
    reader: Reader
    page: str
    preferences: Preferences
    agents: Agents
    now: datetime

    def record(self, **about: Any) -> int:  # noqa: ANN401 - the fields of PageAccess
        """Record what happens in this visit, and return the number of the record."""
        return _record(self.reader, self.page, **about)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page to be shown: its template, and the part of it that a script may ask for alone."""

    template: str
    context: dict[str, Any]
    subject: str | None = None
    filters: dict[str, Any] = field(default_factory=dict)
    fragment: str | None = None
    status: HTTPStatus = HTTPStatus.OK


View = Callable[Concatenate[Visit, Arguments], Shown | HttpResponseBase]
Page = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]


def page(name: str) -> Callable[[View[Arguments]], Page[Arguments]]:
    """Make a view the page of this name: for its roles only, and never without a record.

    A view that returns a `Shown` is recorded here; one that answers by itself has recorded what it did.
    """

    def decorate(view: View[Arguments]) -> Page[Arguments]:
        def answer(
            request: HttpRequest, /, *arguments: Arguments.args, **named: Arguments.kwargs
        ) -> HttpResponseBase:
            try:
                return _answer(request, name, _subject(named), lambda visit: view(visit, *arguments, **named))
            except (AuditUnavailable, DatabaseUnavailable, DatabaseError):
                # Without a database nobody is known, so the page has no menu.
                frame = frame_of(request, name, None)
                template = "audit_ui/unavailable.html"
                return render_page(request, frame, template, {}, HTTPStatus.SERVICE_UNAVAILABLE)

        answer.__doc__ = view.__doc__
        return answer

    return decorate


def _answer(
    request: HttpRequest, name: str, subject: str | None, view: Callable[[Visit], Shown | HttpResponseBase]
) -> HttpResponseBase:
    reader = reader_of(request.user)
    if reader is None:
        return _sign_in(request)
    frame = frame_of(request, name, reader)
    if not reader.may_open(name):
        _record(reader, name, outcome="refused", subject=subject)
        return render_page(request, frame, "audit_ui/refused.html", {}, HTTPStatus.FORBIDDEN)
    try:
        return _show(request, frame, reader, name, view)
    except NotFound:
        _record(reader, name, outcome="not_found", subject=subject)
        return render_page(request, frame, "audit_ui/not_found.html", {}, HTTPStatus.NOT_FOUND)


def _show(
    request: HttpRequest,
    frame: Frame,
    reader: Reader,
    name: str,
    view: Callable[[Visit], Shown | HttpResponseBase],
) -> HttpResponseBase:
    visit = Visit(request, reader, name, frame.preferences, audited_agents(), clock.now())
    shown = view(visit)
    if isinstance(shown, HttpResponseBase):
        return shown
    visit.record(subject=shown.subject, filters=shown.filters)
    alone = shown.fragment if getattr(request, "htmx", False) else None
    with timezone.override(frame.preferences.zone):
        return render_page(request, frame, alone or shown.template, shown.context, shown.status)


def _sign_in(request: HttpRequest) -> HttpResponseBase:
    if getattr(request, "htmx", False):
        # A part of a page cannot become the sign-in page: the whole page is asked for again.
        return HttpResponseClientRefresh()
    return redirect_to_login(request.get_full_path())


def _subject(named: dict[str, Any]) -> str | None:
    parts = [str(named[key]) for key in ("agent", "short") if key in named]
    return ".".join(parts) or None


def _record(reader: Reader, name: str, **about: Any) -> int:  # noqa: ANN401 - the fields of PageAccess
    return page_access.record(
        PageAccess(user_id=reader.user_id, username=reader.username, page=name, **about)
    )
