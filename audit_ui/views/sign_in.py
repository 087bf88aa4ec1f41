"""Signing in and out: one door for the audit pages and the admin."""

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from audit_ui import clock
from audit_ui.frame import frame_of
from audit_ui.roles import reader_of
from conversation_search.audit import page_access
from conversation_search.audit.page_access import PageAccess
from conversation_search.identity import sign_in

HELD_BACK = "Too many sign-ins failed. Wait a quarter of an hour, then try again."


class SignIn(LoginView):
    """Django's own sign-in, slowed down for whoever guesses."""

    template_name = "audit_ui/sign_in.html"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Never let the page be kept."""
        response = super().dispatch(request, *args, **kwargs)
        response["Cache-Control"] = "no-store, private"
        return response

    def post(self, request: HttpRequest, *args: str, **kwargs: object) -> HttpResponse:
        """Refuse before looking at the password when this account or address failed too often."""
        if not sign_in.is_held_back(self._sources(), clock.now()):
            return super().post(request, *args, **kwargs)
        form = self.get_form()
        # Checking the form would check the password.
        form.errors["__all__"] = form.error_class([HELD_BACK])
        response = self.render_to_response(self.get_context_data(form=form))
        response.status_code = 429
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the failure."""
        sign_in.record_failure(self._sources(), clock.now())
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Record who signed in."""
        response = super().form_valid(form)
        reader = reader_of(form.get_user())
        if reader is not None:
            page_access.record(
                PageAccess(reader.user_id, reader.username, page="sign_in", action="signed_in")
            )
        return response

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Add the frame, without a menu."""
        return super().get_context_data(**kwargs) | {
            "frame": frame_of(self.request, "sign_in", reader_of(self.request.user))
        }

    def _sources(self) -> tuple[bytes, bytes]:
        username = self.request.POST.get("username", "")
        return sign_in.sources(settings.SECRET_KEY, username, self.request.META.get("REMOTE_ADDR", ""))
