"""Reading a data set, and saying where it is wrong."""

from pathlib import Path
from typing import Any

import pytest

from conversation_search.evaluation.dataset import DatasetError, read
from tests.evaluation.datasets import conversation, message, question, tiny, write


def refused(folder: Path, conversations: list[dict[str, Any]], questions: list[dict[str, Any]]) -> str:
    """Return what is said about a data set that cannot be read, without its folder."""
    with pytest.raises(DatasetError) as error:
        read(write(folder, conversations, questions))
    return str(error.value).removeprefix(f"{folder}/")


def test_a_data_set_is_read_in_the_order_of_its_files(tmp_path: Path) -> None:
    dataset = read(tiny(tmp_path))
    assert [each.conversation_id for each in dataset.conversations] == ["c1", "c2"]
    assert [each.qid for each in dataset.questions] == ["when do we launch", "INV-7", "soup"]


def test_questions_that_nothing_answers_are_left_out_and_counted(tmp_path: Path) -> None:
    assert read(tiny(tmp_path)).unanswerable == 1


def test_a_sample_is_spread_over_the_file(tmp_path: Path) -> None:
    questions = [question(f"q{number}", "c1/0") for number in range(10)]
    dataset = read(write(tmp_path, [conversation("hello")], questions))
    assert [each.qid for each in dataset.sample(3).questions] == ["q0", "q3", "q6"]
    assert dataset.sample(11) == dataset.sample(None) == dataset


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"conversations\.jsonl: No such file"):
        read(tmp_path)


def test_a_line_that_is_no_json_is_named_by_its_number(tmp_path: Path) -> None:
    folder = tiny(tmp_path)
    with (folder / "queries.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n{secret words\n")
    with pytest.raises(DatasetError, match=r"queries\.jsonl, line 6: Invalid JSON") as error:
        read(folder)
    assert "secret" not in str(error.value)


def test_bytes_that_are_no_utf_8_are_refused_with_their_line(tmp_path: Path) -> None:
    folder = tiny(tmp_path)
    with (folder / "conversations.jsonl").open("ab") as file:
        file.write(b'{"conversation_id": "\xff"}\n')
    with pytest.raises(DatasetError, match=r"conversations\.jsonl, line 3: Invalid JSON"):
        read(folder)


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("sent_at", "2026-03-01T10:00:00", "Value error, Send a time with its offset"),
        ("sent_at", "yesterday", "Input should be a valid datetime"),
        ("speaker", " Ana", "Value error, Use 1 to 255 characters, without padding"),
        ("text", "w" * (1024 * 1024 + 1), "Value error, A text may have 1048576 bytes of UTF-8"),
        ("text", None, "Input should be a valid string"),
    ],
)
def test_a_message_that_could_not_be_stored_is_refused_by_its_path(
    tmp_path: Path, field: str, wrong: object, told: str
) -> None:
    said = message(0, "hello") | {field: wrong}
    error = refused(tmp_path, [{"conversation_id": "c1", "messages": [said]}], [])
    assert error.startswith(f"conversations.jsonl, line 1: messages.0.{field}: {told}")


def test_a_conversation_or_message_that_comes_twice_is_refused(tmp_path: Path) -> None:
    twice = conversation("hello"), conversation("hello") | {"conversation_id": "c2"}
    assert refused(tmp_path, list(twice), []).startswith("conversations.jsonl, line 2: messages.id: Another")
    assert "line 2: conversation_id" in refused(tmp_path, [twice[0], conversation("hi")], [])
    said = {"conversation_id": "c1", "messages": [message(0, "hello"), message(0, "hello")]}
    assert "line 1: messages.id: Two messages" in refused(tmp_path, [said], [])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (question("why", "c1/9"), "relevant_ids: The conversation has no message"),
        (question("why", "c1/0", conversation_id="c9"), "conversation_id: There is no such"),
        (question("w" * 401, "c1/0", qid="q1"), "query: String should have at most 400 characters"),
        ({"conversation_id": "c1"}, "qid: Field required"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(tmp_path: Path, asked: dict[str, Any], told: str) -> None:
    assert refused(tmp_path, [conversation("hello")], [asked]).startswith(f"queries.jsonl, line 1: {told}")


def test_a_question_that_comes_twice_is_refused(tmp_path: Path) -> None:
    asked = question("why", "c1/0")
    assert "queries.jsonl, line 2: qid" in refused(tmp_path, [conversation("hello")], [asked, asked])


def test_a_data_set_without_answers_is_refused(tmp_path: Path) -> None:
    assert "No question has an answer" in refused(tmp_path, [conversation("hello")], [question("why")])
