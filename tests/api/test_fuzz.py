"""Calls drawn from the OpenAPI document itself: no answer is a server error, and every answer is a documented one."""

from dataclasses import dataclass
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from conversation_search.models import Actor
from conversation_search.public_ids import PublicIds
from mesh_project.wsgi import application
from tests.api.door import DM_ANA, LAUNCH, Door, said_by
from tests.factories.identity import LinkFactory

load_all_checks()
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)


@dataclass(frozen=True, slots=True)
class Known:
    """A key with every scope, and an id of each kind that its agent really has."""

    headers: dict[str, str]
    ids: dict[str, str]


@pytest.fixture
def known(committed: None) -> Known:
    """Make an agent with a message, a run and a search; a server ends its own transactions, so they are committed."""
    assert committed is None
    door = Door().registers("mesh")
    message_id = door.says("ben", LAUNCH, "the migration is on friday", "m1")
    run_id = door.opens(DM_ANA, said_by("ana", "when?", "m2"))["run_id"]
    search_id = door.post(f"/runs/{run_id}/tools/search_history", {"query": "migration"}).body["search_id"]
    accounts = Actor.objects.filter(runtime_agent__slug=door.slug, external_id__in=["ana", "ben"])
    link = LinkFactory.create(accounts=tuple(accounts))
    link_id = PublicIds(bytes(link.runtime_agent.public_id_key)).encode("link", link.pk)
    why = {"reason": "case 12 of the regional court"}
    hold_id = door.post("/operator/holds", why).body["hold_id"]
    change = {"kind": "lifetime", "days": 30, **why}
    asked = {"kind": "message", "message_id": message_id, **why}
    ids = {
        "erasure_id": door.post("/operator/erasures", asked).body["erasure_id"],
        "run_id": run_id,
        "search_id": search_id,
        "message_id": message_id,
        "link_id": link_id,
        "hold_id": hold_id,
        "change_id": door.post("/operator/retention/changes", change).body["change_id"],
    }
    return Known({"Authorization": f"Bearer {door.key}"}, ids)


@SCHEMA.parametrize()
@settings(
    max_examples=5,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def test_no_call_of_the_document_is_a_crash_or_an_undocumented_answer(case: Case[Any], known: Known) -> None:
    case.call_and_validate(headers=known.headers, checks=CHECKS)
    named = {name: known.ids[name] for name in case.path_parameters or {}}
    if named:
        case.path_parameters = named
        case.call_and_validate(headers=known.headers, checks=CHECKS)
