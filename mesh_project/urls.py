"""The addresses of the service."""

from django.contrib import admin
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from conversation_search.api.metrics import metrics
from conversation_search.api.middleware import unknown_address
from mesh_project.api import api

urlpatterns = [
    path("api/v1/", csrf_exempt(unknown_address)),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", csrf_exempt(unknown_address)),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
]
