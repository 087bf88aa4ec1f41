"""How an answer leaves: a plain pydantic model as JSON, serialized once."""

from django.http import HttpResponse
from pydantic import BaseModel


def respond(model: BaseModel, status: int = 200, *, exclude_unset: bool = False) -> HttpResponse:
    """Return the model as JSON, keys in the order of its fields; `exclude_unset` leaves out what was never given."""
    content = model.model_dump_json(exclude_unset=exclude_unset)
    return HttpResponse(content, status=status, content_type="application/json")
