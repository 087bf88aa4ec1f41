"""`/metrics` for Prometheus: figures of all agents together, behind a token of the operator's own."""

import hmac
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from conversation_search import limits
from conversation_search.managers import readiness
from conversation_search.managers.transactions import StatementError
from conversation_search.seal import overview
from conversation_search.seal.overview import SealState, Verified

SCHEME: Final = "Bearer "


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with every figure; 404 without a configured token, 401 without the right one."""
    if not settings.METRICS_TOKEN:
        return HttpResponseNotFound("There is no such page.", content_type="text/plain")
    if not _is_admitted(request.headers.get("Authorization", "")):
        return HttpResponse(
            "A token is needed.",
            status=401,
            content_type="text/plain",
            headers={"WWW-Authenticate": "Bearer"},
        )
    content = generate_latest(_counted()) + generate_latest(_looked_up())
    return HttpResponse(content, content_type=CONTENT_TYPE_LATEST)


def _is_admitted(authorization: str) -> bool:
    expected = f"{SCHEME}{settings.METRICS_TOKEN}"
    return hmac.compare_digest(authorization.encode(), expected.encode())


def _counted() -> CollectorRegistry:
    """Return what was counted by this process, or by all of them where they share a folder for it."""
    if not settings.METRICS_FOLDER:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry, settings.METRICS_FOLDER)  # type: ignore[no-untyped-call]
    return registry


def _looked_up() -> CollectorRegistry:
    """Return what only the database knows; when it does not answer, that is what is told."""
    registry = CollectorRegistry()
    up = Gauge("mesh_database_up", "Whether the database answered just now.", registry=registry)
    try:
        lag = readiness.index_lag(limits.INDEX_LAG_SAMPLE)
        sealed = overview.state()
        verified = overview.verifications()
    except StatementError:
        return registry
    up.set(1)
    behind = Gauge(
        "mesh_index_lag_messages",
        f"Messages without a search document among the newest {limits.INDEX_LAG_SAMPLE}.",
        registry=registry,
    )
    behind.set(lag.unindexed)
    unfinished = Gauge(
        "mesh_index_rebuilds_unfinished", "Rebuilds of the index under way or broken off.", registry=registry
    )
    unfinished.set(lag.unfinished)
    _add_seal(registry, sealed, verified)
    return registry


def _add_seal(registry: CollectorRegistry, sealed: SealState, verified: list[Verified]) -> None:
    """Add the figures of the seal; before the first checkpoint, and the first verification, there is none of each."""
    waiting = Gauge(
        "mesh_audit_unsealed_rows",
        f"Audit rows without a seal, {limits.SEAL_LAG_COUNTED} at most.",
        registry=registry,
    )
    waiting.set(sealed.unsealed)
    if sealed.age is not None:
        age = Gauge("mesh_audit_seal_age_seconds", "Age of the newest checkpoint.", registry=registry)
        age.set(sealed.age.total_seconds())
    if verified:
        sound = Gauge(
            "mesh_audit_verified_sound", "Whether the newest verification found nothing.", registry=registry
        )
        sound.set(verified[0].is_sound)
