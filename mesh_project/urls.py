"""The addresses of the service."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView

from conversation_search.api.metrics import metrics
from conversation_search.api.middleware import unknown_address
from mesh_project.api import api

urlpatterns = [
    path("api/v1/", csrf_exempt(unknown_address)),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", csrf_exempt(unknown_address)),
    path("metrics", metrics),
    # One door for both: whoever signs in for the audit pages is signed in for the admin, and the reverse.
    path("admin/login/", RedirectView.as_view(pattern_name="audit:sign_in", query_string=True)),
    path("admin/", admin.site.urls),
    path("audit/", include("audit_ui.urls")),
    path("", RedirectView.as_view(pattern_name="audit:overview")),
]
