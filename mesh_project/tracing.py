"""Sends spans to an OpenTelemetry collector when `OTEL_EXPORTER_OTLP_ENDPOINT` names one."""

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

from mesh_project.env import Environment


def provider_for(environment: Environment) -> TracerProvider | None:
    """Return what collects and sends spans; None without an endpoint. Its exporter reads the `OTEL_` variables."""
    if not environment.text("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return None
    return provider_to(OTLPSpanExporter(), environment.text("OTEL_SERVICE_NAME", "mesh"))


def provider_to(exporter: SpanExporter, service: str) -> TracerProvider:
    """Return what sends spans to this exporter under the name of a service."""
    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


def start(environment: Environment) -> None:
    """Trace this process, when told where to send spans. Called once, after the process was forked."""
    provider = provider_for(environment)
    if provider is not None:
        trace.set_tracer_provider(provider)
