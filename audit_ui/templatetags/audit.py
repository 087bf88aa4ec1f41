"""Tags of the audit pages: moments, durations, fields."""

from datetime import UTC, datetime

from django import template
from django.forms import BoundField
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from audit_ui.presenters.words import MINUS, NOTHING

register = template.Library()

SECOND_MS = 1000.0
"""Milliseconds from which a duration is written in seconds."""


@register.simple_tag
def moment(at: datetime | None) -> str | SafeString:
    """Write a moment in the reader's zone, with the moment in UTC for whoever points at it."""
    if at is None:
        return NOTHING
    local = timezone.localtime(at)
    exact = at.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{} UTC"><span class="day">{}</span> <span class="clock">{}</span></time>',
        exact.isoformat(),
        exact.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3],
        f"{local.day} {local:%b %Y}",
        f"{local:%H:%M:%S}",
    )


@register.filter
def duration(milliseconds: float) -> str:
    """Write a duration with the unit that suits it."""
    if milliseconds >= SECOND_MS:
        return f"{milliseconds / SECOND_MS:.1f} s"
    return f"{milliseconds:.1f} ms" if milliseconds < 10 else f"{milliseconds:.0f} ms"  # noqa: PLR2004 - two digits


@register.filter
def decimals(value: float) -> str:
    """Write a score with three decimals, a true minus before a negative one."""
    return f"{value:.3f}".replace("-", MINUS) if value else "0"


@register.inclusion_tag("audit_ui/_field.html")
def field(bound: BoundField) -> dict[str, BoundField]:
    """Write a field with its label, its hint and what is wrong with it."""
    return {"field": bound}


@register.filter
def thousands(number: int) -> str:
    """Write a number with its thousands apart."""
    return f"{number:,}"


@register.filter
def component(value: float) -> str:
    """Write a component of a score: two decimals, one more for a small one, a bare 0 for nothing."""
    if not value:
        return "0"
    return f"{value:.3f}" if abs(value) < 0.01 else f"{value:.2f}"  # noqa: PLR2004 - what two decimals can tell


@register.inclusion_tag("audit_ui/_measure.html")
def measure(width: float, kind: str) -> dict[str, object]:
    """Draw a small bar beside a figure."""
    return {"width": width, "kind": kind}
