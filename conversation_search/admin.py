"""Agents, their connectors and their keys, for whoever runs the service. Nothing of what was said is here.

Nothing is made or changed here either, but that keys are revoked: `manage.py issue_api_key` makes agents and keys.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest

from conversation_search.models import ApiKey, Connector, RuntimeAgent

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    # Django's own class takes no parameter when it runs.
    AnyAdmin = admin.ModelAdmin


class ReadOnly(AnyAdmin):
    """A list and a page that change nothing."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse changing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401, ARG002
        """Refuse deleting."""
        return False


@admin.register(RuntimeAgent)
class RuntimeAgentAdmin(ReadOnly):
    """The agents, without their secrets."""

    list_display = ("slug", "created_at")
    search_fields = ("slug",)
    fields = ("slug", "created_at")


@admin.register(Connector)
class ConnectorAdmin(ReadOnly):
    """The platform workspaces of each agent."""

    list_display = ("runtime_agent", "type", "name", "joiners_read_history", "public")
    list_filter = ("type", "joiners_read_history", "public")
    search_fields = ("name", "runtime_agent__slug")
    fields = ("runtime_agent", "type", "name", "joiners_read_history", "public", "created_at")


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnly):
    """The keys of each agent, by their first characters; never a key, never its hash."""

    list_display = ("prefix", "runtime_agent", "shown_scopes", "created_at", "revoked_at")
    list_filter = ("revoked_at",)
    search_fields = ("prefix", "runtime_agent__slug")
    fields = ("prefix", "runtime_agent", "shown_scopes", "created_at", "revoked_at")
    actions = ("revoke",)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Let those revoke who may change keys."""
        return request.user.has_perm("conversation_search.change_apikey")

    @admin.display(description="scopes")
    def shown_scopes(self, key: ApiKey) -> str:
        """Return the scopes as one word each."""
        return ", ".join(key.scopes)

    @admin.action(description="Revoke the selected keys, at once and for good", permissions=["revoke"])
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> None:
        """Revoke keys; those that are revoked keep the time at which they were."""
        revoked = keys.filter(revoked_at=None).update(revoked_at=Now())
        self.message_user(request, f"{revoked} keys revoked.")
