"""Registers the operators' pages with Django."""

from django.apps import AppConfig


class AuditUiConfig(AppConfig):
    """Server-rendered pages over the read side of the audit."""

    name = "audit_ui"
    verbose_name = "Audit pages"
