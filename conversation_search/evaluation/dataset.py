"""Reads a data set: conversations, and questions with the ids of the messages that answer them.

    conversations.jsonl  one a line: {conversation_id, messages: [{id, speaker, sent_at, text}]}
    queries.jsonl        one a line: {conversation_id, qid, query, relevant_ids, category}

Other keys are left alone. An error names file and line and repeats nothing of what stands there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from conversation_search import limits
from conversation_search.ingest import values

CONVERSATIONS: Final = "conversations.jsonl"
QUERIES: Final = "queries.jsonl"


def _check_size(text: str) -> str:
    if values.byte_length(text) > limits.MESSAGE_BYTES:
        message = f"A text may have {limits.MESSAGE_BYTES} bytes of UTF-8."
        raise ValueError(message)
    return text


Name = Annotated[str, AfterValidator(values.check_external_id)]
Moment = Annotated[datetime, AfterValidator(values.check_moment)]
Text = Annotated[str, AfterValidator(_check_size)]


class DatasetError(Exception):
    """A data set that cannot be read; says in which file and line, and what to mend."""


class Message(BaseModel):
    """One message; its id is unique in the whole data set."""

    model_config = ConfigDict(frozen=True)

    id: Name
    speaker: Name
    sent_at: Moment
    text: Text


class Conversation(BaseModel):
    """One conversation, at least one message long."""

    model_config = ConfigDict(frozen=True)

    conversation_id: Name
    messages: tuple[Message, ...] = Field(min_length=1)


class Question(BaseModel):
    """What is asked, as the search tool would be given it, and the ids of every message that answers it."""

    model_config = ConfigDict(frozen=True)

    conversation_id: str
    qid: Name
    query: str = Field(min_length=1, max_length=limits.QUERY_CHARACTERS)
    relevant_ids: frozenset[str]
    category: str = "all"


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set in the order of its files."""

    name: str
    conversations: tuple[Conversation, ...]
    questions: tuple[Question, ...]
    unanswerable: int
    """Questions that were left out because no message answers them."""

    def sample(self, count: int | None) -> "Dataset":
        """Return it with at most `count` questions, evenly spread over the file; all of them for None."""
        total = len(self.questions)
        if count is None or count >= total:
            return self
        return replace(
            self, questions=tuple(self.questions[place * total // count] for place in range(count))
        )


Line = TypeVar("Line", bound=BaseModel)


def read(folder: Path) -> Dataset:
    """Return the data set of a folder; raises DatasetError."""
    conversations: list[Conversation] = []
    home: dict[str, str] = {}
    for place, conversation in _lines(folder / CONVERSATIONS, Conversation):
        if any(conversation.conversation_id == other.conversation_id for other in conversations):
            raise DatasetError(f"{place}: conversation_id: An earlier line has the same.")
        for message in conversation.messages:
            if home.setdefault(message.id, conversation.conversation_id) != conversation.conversation_id:
                raise DatasetError(f"{place}: messages.id: Another conversation has a message of this id.")
        if len({message.id for message in conversation.messages}) < len(conversation.messages):
            raise DatasetError(f"{place}: messages.id: Two messages have the same.")
        conversations.append(conversation)
    questions = list(_questions(folder / QUERIES, home))
    answerable = tuple(question for question in questions if question.relevant_ids)
    if not answerable:
        raise DatasetError(f"{folder / QUERIES}: No question has an answer.")
    return Dataset(folder.name, tuple(conversations), answerable, len(questions) - len(answerable))


def _questions(path: Path, home: dict[str, str]) -> Iterator[Question]:
    known = set(home.values())
    seen: set[str] = set()
    for place, question in _lines(path, Question):
        if question.conversation_id not in known:
            raise DatasetError(f"{place}: conversation_id: There is no such conversation.")
        if any(home.get(answer) != question.conversation_id for answer in question.relevant_ids):
            raise DatasetError(f"{place}: relevant_ids: The conversation has no message of one of these ids.")
        if question.qid in seen:
            raise DatasetError(f"{place}: qid: An earlier line has the same.")
        seen.add(question.qid)
        yield question


def _lines(path: Path, kind: type[Line]) -> Iterator[tuple[str, Line]]:
    """Give each line that is not empty, with the place to name when something is wrong with it."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                place = f"{path}, line {number}"
                if line.strip():
                    yield place, _parsed(place, line, kind)
    except OSError as error:
        raise DatasetError(f"{path}: {error.strerror}.") from error


def _parsed(place: str, line: bytes, kind: type[Line]) -> Line:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise DatasetError(f"{place}: {f'{field}: ' if field else ''}{first['msg']}.") from None
