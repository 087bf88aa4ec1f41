"""The operator's explanations and uses: ids and rules, never text, and nobody looks unseen."""

import pytest

from conversation_search.errors import AuditUnavailable
from conversation_search.managers import explaining
from conversation_search.managers.transactions import StatementError
from conversation_search.models import AccessLogEntry
from tests.api.door import DM_ANA, LAUNCH, Body, Door, said_by

pytestmark = pytest.mark.django_db

DM_BEN: Body = {"external_thread_id": "dm-ben", "kind": "direct", "members": ["ben", "mesh"]}
PLUM = "the acquisition is called Plum"


@pytest.fixture
def door() -> Door:
    return Door().registers("mesh")


def _ids(door: Door) -> Body:
    message_id = door.says("ana", DM_ANA, PLUM, "plum")
    run_id = door.opens(DM_BEN, said_by("ben", "what is it called?", "question"))["run_id"]
    return {"message_id": message_id, "run_id": run_id}


def test_a_message_is_explained_by_ids_and_rules_alone(door: Door) -> None:
    asked = _ids(door)
    answer = door.post("/operator/explain", asked)
    assert answer.status == 200
    assert (answer.body["rule"], answer.body["path"]) == ("audience", [])
    assert list(answer.body) == ["message_id", "run_id", "as_of", "rule", "rules", "path"]
    assert "Plum" not in str(answer.body)


def test_the_path_of_a_laundered_reply_leads_to_the_dm(door: Door) -> None:
    secret = door.says("ana", DM_ANA, PLUM, "plum")
    run_id = door.opens(DM_ANA, said_by("ana", "say it", "again"))["run_id"]
    reply = door.post(f"/runs/{run_id}/reply", {"text": "Plum"}).body["message_id"]
    shared = {**DM_ANA, "members": ["ana", "ben", "mesh"]}
    other = door.opens(shared, said_by("ben", "what?", "what"))["run_id"]
    explained = door.post("/operator/explain", {"message_id": reply, "run_id": other}).body
    assert explained["rule"] == "audience"
    used = door.get(f"/operator/messages/{secret}/uses").body
    assert used["built"] == [{"kind": "reply", "id": reply, "direct": True}]
    assert used["audiences"][0]["readers"] == ["ana"]


def test_every_call_lands_in_the_access_log_with_its_key(door: Door) -> None:
    asked = _ids(door)
    door.post("/operator/explain", asked)
    door.get(f"/operator/messages/{asked['message_id']}/uses")
    entries = AccessLogEntry.objects.order_by("id")
    assert [(one.who_kind, one.who, one.action) for one in entries] == [
        ("api_key", door.key[:12], "explain"),
        ("api_key", door.key[:12], "uses"),
    ]


def test_nothing_is_told_when_the_look_cannot_be_written_down(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _ids(door)

    def fail(*_: object) -> None:
        raise StatementError("add_access", "53100")

    monkeypatch.setattr(explaining, "add_access", fail)
    for answer in (
        door.post("/operator/explain", asked),
        door.get(f"/operator/messages/{asked['message_id']}/uses"),
    ):
        assert (answer.status, answer.code) == (503, AuditUnavailable.code)


def test_what_is_not_there_and_what_is_anothers_get_one_answer(door: Door) -> None:
    asked, other = _ids(door), Door()
    tries = [
        other.post("/operator/explain", asked),
        door.post("/operator/explain", {**asked, "message_id": "00000000"}),
        door.post("/operator/explain", {**asked, "run_id": "nothing"}),
        other.get(f"/operator/messages/{asked['message_id']}/uses"),
    ]
    assert len({str({**answer.body, "request_id": ""}) for answer in tries}) == 1
    assert tries[0].status == 404


def test_a_runtime_explains_nothing(door: Door) -> None:
    asked = _ids(door)
    runtime = Door(slug=door.slug, scopes=("runtime", "ingest"))
    assert runtime.post("/operator/explain", asked).code == "missing_scope"
    assert runtime.get(f"/operator/messages/{asked['message_id']}/uses").code == "missing_scope"
    assert AccessLogEntry.objects.count() == 0


@pytest.mark.parametrize("change", [{"text": "x"}, {"run_id": 5}, {"message_id": None}])
def test_nothing_but_the_two_ids_is_taken(door: Door, change: Body) -> None:
    assert door.post("/operator/explain", {**_ids(door), **change}).status == 422


def test_a_public_message_may_be_shown(door: Door) -> None:
    message_id = door.says("ana", LAUNCH, "hello", "public")
    asked = {**_ids(door), "message_id": message_id}
    assert door.post("/operator/explain", asked).body["rule"] is None
