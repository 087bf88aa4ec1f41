"""The admin lists agents, connectors and keys, revokes keys, and shows no secret and nothing that was said."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client

from conversation_search.identity import api_keys
from conversation_search.models import ApiKey, Connector, RuntimeAgent
from tests import database
from tests.factories import ConnectorFactory

pytestmark = pytest.mark.django_db
KEYS = "/admin/conversation_search/apikey/"


def signed_in(*permissions: str) -> Client:
    """Return the browser of a member of staff who may do this."""
    user = User.objects.create_user("staff", password=None, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


def revoke(client: Client, key_id: int) -> None:
    """Revoke a key in the list of keys."""
    response = client.post(KEYS, {"action": "revoke", "_selected_action": [key_id]}, follow=True)
    assert response.status_code == 200


def test_a_revoked_key_is_refused_from_then_on() -> None:
    issued = api_keys.issue("mesh", ("ingest",))
    assert api_keys.find_caller(issued.key) is not None
    revoke(signed_in("view_apikey", "change_apikey"), ApiKey.objects.get().pk)
    assert api_keys.find_caller(issued.key) is None


def test_who_may_only_look_cannot_revoke() -> None:
    issued = api_keys.issue("mesh", ("ingest",))
    revoke(signed_in("view_apikey"), ApiKey.objects.get().pk)
    assert api_keys.find_caller(issued.key) is not None


def test_a_key_that_is_revoked_keeps_its_time() -> None:
    api_keys.issue("mesh", ("ingest",))
    ApiKey.objects.update(revoked_at="2026-01-01T00:00:00Z")
    revoke(signed_in("view_apikey", "change_apikey"), ApiKey.objects.get().pk)
    assert ApiKey.objects.get().revoked_at.year == 2026  # type: ignore[union-attr]
    assert ApiKey.objects.get().revoked_at.month == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("page", ["", "{id}/change/"])
def test_neither_a_key_nor_its_hash_is_shown(page: str) -> None:
    issued = api_keys.issue("mesh", ("ingest",))
    hashed = database.value("SELECT encode(key_hash, 'hex') FROM api_keys")
    shown = signed_in("view_apikey").get(KEYS + page.format(id=ApiKey.objects.get().pk)).content.decode()
    assert issued.prefix in shown
    assert issued.key not in shown
    assert hashed not in shown


@pytest.mark.parametrize("model", ["runtimeagent", "connector", "apikey"])
def test_nothing_is_made_changed_or_deleted_here(model: str) -> None:
    connector = ConnectorFactory.create()
    api_keys.issue(connector.runtime_agent.slug, ("ingest",))
    client = signed_in(*(f"{verb}_{model}" for verb in ("view", "add", "change", "delete")))
    pk = apps.get_model("conversation_search", model).objects.get().pk
    address = f"/admin/conversation_search/{model}/"
    assert client.get(address).status_code == 200
    assert client.get(f"{address}{pk}/change/").status_code == 200
    assert client.get(f"{address}add/").status_code == 403
    assert client.post(f"{address}{pk}/change/", {}).status_code == 403
    assert client.post(f"{address}{pk}/delete/", {"post": "yes"}).status_code == 403


def test_nothing_else_of_the_engine_is_in_the_admin() -> None:
    here = {model for model in admin.site._registry if model._meta.app_label == "conversation_search"}
    assert here == {RuntimeAgent, Connector, ApiKey}
