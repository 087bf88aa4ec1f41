"""Setting the time zone and the theme, with or without a script."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from audit_ui.preferences import COOKIE_AGE, THEME_COOKIE, THEMES, ZONE_COOKIE, zone_named


@require_POST
def set_preferences(request: HttpRequest) -> HttpResponse:
    """Keep what was chosen and go back to where it was."""
    response = HttpResponseRedirect(_back(request))
    theme = request.POST.get("theme", "")
    zone = request.POST.get("zone", "")
    if theme in THEMES:
        _keep(request, response, THEME_COOKIE, theme)
    if zone_named(zone):
        _keep(request, response, ZONE_COOKIE, zone)
    return response


def _back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    known = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if known else reverse("audit:overview")


def _keep(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
