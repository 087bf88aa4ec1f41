"""Retention policies, each asked for by one person and saved by another."""

from typing import Any

from conversation_search.models import RetentionChange


def set_policy(days: int | None, kind: str = "lifetime", **scope: Any) -> RetentionChange:  # noqa: ANN401
    """Save a policy of a scope: `conversation` or `connector` with its `runtime_agent`, that alone, or nothing."""
    return _saved(kind=kind, days=days, **scope)


def remove_policy(kind: str = "lifetime", **scope: Any) -> RetentionChange:  # noqa: ANN401
    """Take the policy of a scope away."""
    return _saved(kind=kind, removes=True, **scope)


def _saved(**change: Any) -> RetentionChange:  # noqa: ANN401
    said = {"would_expire": 0, "who_kind": "user", "reason": "policy 7 of the handbook", **change}
    asked = RetentionChange.objects.create(step="asked", who=1, who_name="rita", **said)
    return RetentionChange.objects.create(step="saved", asked=asked, who=2, who_name="olga", **said)
