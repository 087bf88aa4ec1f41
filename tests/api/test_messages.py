"""POST /messages answers one result per message, in order; DELETE says that one is gone."""

from typing import Any

import pytest

from conversation_search import limits
from conversation_search.models import MessageEvent
from tests.api.door import BOARD, LAUNCH, SLACK, Answer, Body, Door

pytestmark = pytest.mark.django_db
GOOD: Body = {
    "connector": SLACK,
    "conversation": LAUNCH,
    "external_message_id": "m1",
    "sender": {"external_id": "ana"},
    "sent_at": "2026-11-30T09:00:00+01:00",
    "text": "hello",
}
PUBLIC = {"visibility": "public"}


def message(number: int = 1, **changes: object) -> Body:
    """Return a good message under an id of its own, with these changes."""
    return {**GOOD, "external_message_id": f"m{number}", **changes}


def without(field: str) -> Body:
    """Return a good message without one of its fields."""
    return {name: value for name, value in GOOD.items() if name != field}


def post(door: Door, *messages: object) -> list[Any]:
    """Post a batch and return its results."""
    answer = door.post("/messages", {"messages": list(messages)})
    assert answer.status == 200, answer
    results: list[Any] = answer.body["results"]
    return results


def test_a_stored_message_is_answered_with_its_id_and_its_evidence() -> None:
    (result,) = post(Door(), message())
    assert len(result["message_id"]) == 8
    assert result == {
        "external_message_id": "m1",
        "message_id": result["message_id"],
        "status": "created",
        "evidence": "recorded",
    }


def test_a_rejected_message_is_answered_with_its_code_and_what_to_do() -> None:
    (result,) = post(Door(), message(audience=PUBLIC))
    assert (result["status"], result["evidence"], result["message_id"]) == ("rejected", "none", None)
    assert result["error"]["code"] == "audience_wider"
    assert result["error"]["detail"].startswith("The audience is wider")


@pytest.mark.parametrize(
    ("bad", "code", "named"),
    [
        ("text", "invalid_argument", None),
        (None, "invalid_argument", None),
        (7, "invalid_argument", None),
        ([], "invalid_argument", None),
        ({}, "invalid_argument", None),
        (without("external_message_id"), "invalid_argument", None),
        (without("sent_at"), "invalid_argument", "m1"),
        (without("sender"), "invalid_argument", "m1"),
        (without("text"), "invalid_argument", "m1"),
        (message(text=None), "invalid_argument", "m1"),
        (message(text=7), "invalid_argument", "m1"),
        (message(deleted=True), "invalid_argument", "m1"),
        (message(sent_at="2026-11-30T09:00:00"), "invalid_argument", "m1"),
        (message(sent_at="1969-12-31T09:00:00Z"), "invalid_argument", "m1"),
        (message(sent_at="2036-11-30T09:00:00Z"), "invalid_argument", "m1"),
        (message(external_message_id=" m1"), "invalid_argument", None),
        (message(external_message_id="\ud800"), "invalid_argument", None),
        (message(conversation={"external_thread_id": "new"}), "invalid_argument", "m1"),
        (message(audience={"visibility": "members"}), "invalid_argument", "m1"),
        (message(audience={"visibility": "workspace", "readers": []}), "invalid_argument", "m1"),
        (message(txet="hello"), "unknown_argument", "m1"),
        (message(sender={"external_id": "ana", "nickname": "A"}), "unknown_argument", "m1"),
        (message(text="x" * (limits.MESSAGE_BYTES + 1)), "too_large", "m1"),
    ],
    ids=str,
)
def test_one_bad_message_is_rejected_alone(bad: object, code: str, named: str | None) -> None:
    before, result, after = post(Door(), message(0), bad, message(2))
    assert (before["status"], after["status"]) == ("created", "created")
    assert (result["status"], result["external_message_id"], result["message_id"]) == (
        "rejected",
        named,
        None,
    )
    assert result["error"]["code"] == code


def test_what_is_rejected_repeats_nothing_of_its_text() -> None:
    (result,) = post(
        Door(), message(text="the secret", sent_at="the secret", sender="the secret", deleted="the secret")
    )
    assert "secret" not in str(result)


def test_a_text_of_one_mebibyte_is_stored() -> None:
    (result,) = post(Door(), message(text="x " * (limits.MESSAGE_BYTES // 2)))
    assert result["status"] == "created"


def test_nul_and_lone_surrogates_are_stored_as_replacement_characters() -> None:
    (result,) = post(Door(), message(text="a\x00b\ud800c"))
    assert result["status"] == "created"
    assert MessageEvent.objects.get().body == "a\ufffdb\ufffdc"


def test_null_is_the_same_as_leaving_a_field_out() -> None:
    first, second = post(Door(), message(1, edited_at=None, deleted=None), message(2, deleted=False))
    assert (first["status"], second["status"]) == ("created", "created")


def test_an_audience_that_is_null_is_no_audience_and_never_the_whole_room() -> None:
    (result,) = post(Door(), message(audience=None))
    assert (result["status"], result["error"]["code"]) == ("rejected", "invalid_argument")


@pytest.mark.parametrize("digits", ["5", "123456789", "9999999999999999999"])
def test_a_time_may_have_any_number_of_digits_and_is_cut_to_microseconds(digits: str) -> None:
    (result,) = post(Door(), message(sent_at=f"2026-03-02T09:00:00.{digits}Z"))
    assert result["status"] == "created"
    assert MessageEvent.objects.get().sent_at.microsecond == int(digits[:6].ljust(6, "0"))


def test_five_hundred_messages_are_a_batch_and_one_more_is_none() -> None:
    door = Door()
    batch = [message(number) for number in range(501)]
    refused = door.post("/messages", {"messages": batch})
    assert (refused.status, refused.code, refused.refused_fields) == (422, "invalid_argument", ["messages"])
    assert MessageEvent.objects.count() == 0
    assert {result["status"] for result in post(door, *batch[:500])} == {"created"}


@pytest.mark.parametrize(
    "bad", [{}, {"messages": None}, {"messages": {}}, {"messages": "x"}, {"messages": 1}]
)
def test_a_batch_that_is_no_list_is_refused_as_a_whole(bad: Body) -> None:
    answer = Door().post("/messages", bad)
    assert (answer.status, answer.code, answer.refused_fields) == (422, "invalid_argument", ["messages"])


def test_an_unknown_key_beside_the_batch_refuses_it_as_a_whole() -> None:
    answer = Door().post("/messages", {"messages": [message()], "dry_run": True})
    assert (answer.status, answer.code) == (422, "unknown_argument")
    assert MessageEvent.objects.count() == 0


def test_an_empty_batch_is_answered_with_no_results() -> None:
    assert post(Door()) == []


def test_a_repeat_an_edit_and_a_deletion_keep_the_id_of_the_message() -> None:
    door = Door()
    results = post(
        door,
        message(),
        message(),
        message(text="new", edited_at="2026-11-30T10:00:00Z"),
        {**without("text"), "deleted": True},
        message(),
    )
    assert [result["status"] for result in results] == [
        "created",
        "duplicate",
        "updated",
        "updated",
        "rejected",
    ]
    assert len({result["message_id"] for result in results}) == 1
    assert results[-1]["error"]["code"] == "deleted"


def test_a_message_without_known_readers_is_stored_without_evidence() -> None:
    quiet = {**BOARD, "members": None}
    (result,) = post(Door(), message(conversation=quiet))
    assert (result["status"], result["evidence"]) == ("created", "none")


def test_the_ids_of_two_agents_differ_for_one_row_number() -> None:
    (mine,), (theirs,) = post(Door(), message()), post(Door(), message())
    assert mine["message_id"] != theirs["message_id"]


def delete(door: Door, message_id: str) -> Answer | int:
    """Delete a message; the status when there is no body."""
    path = f"/api/v1/messages/{message_id}"
    response = door.client.delete(path, headers={"authorization": f"Bearer {door.key}"})
    if not response.content:
        return response.status_code
    return Answer(response.status_code, response["Content-Type"], response.json())


def test_a_message_is_deleted_and_deleted_again() -> None:
    door = Door()
    (result,) = post(door, message())
    assert [delete(door, result["message_id"]) for _ in range(2)] == [204, 204]
    assert MessageEvent.objects.get().body == ""


def test_a_missing_a_foreign_and_a_malformed_id_get_the_identical_answer() -> None:
    door, other = Door(), Door()
    (result,) = post(door, message())
    missing = door.caller.public_ids.encode("message", 2**39)
    answers = [
        delete(other, result["message_id"]),
        *(delete(door, bad) for bad in (missing, "x", "é" * 8, "0" * 9)),
    ]
    bodies = [{**answer.body, "request_id": ""} for answer in answers if isinstance(answer, Answer)]
    assert len(bodies) == 5
    assert all(body == bodies[0] for body in bodies)
    assert (bodies[0]["status"], bodies[0]["code"]) == (404, "not_found")
    assert MessageEvent.objects.get().body == "hello"


def test_the_id_of_a_run_is_no_id_of_a_message() -> None:
    door = Door()
    post(door, message())
    number = MessageEvent.objects.get().pk
    answer = delete(door, door.caller.public_ids.encode("run", number))
    assert isinstance(answer, Answer)
    assert answer.status == 404
