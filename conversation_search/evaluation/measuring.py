"""Asks every question of a data set with every ranking, and keeps what each answer was worth."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from conversation_search.evaluation.dataset import Conversation, Dataset, Question
from conversation_search.evaluation.metrics import Scores, score
from conversation_search.evaluation.neighbours import Rooms
from conversation_search.evaluation.rankings import Rank
from conversation_search.evaluation.scratch import Perspective, stored

Scope = Literal["conversation", "perspective"]
"""What is searched: the conversation that a question is about, or all conversations of the data set at once."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Is told what was done, one by one."""

    stored: Callable[[int], None]
    asked: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """The questions in the order they were asked, and for each ranking what each answer was worth."""

    dataset: Dataset
    scope: Scope
    questions: list[Question]
    scores: dict[str, list[Scores]]


def measure(dataset: Dataset, scope: Scope, rankings: Mapping[str, Rank], progress: Progress) -> Measured:
    """Ask everything. Raises DatasetError, EngineMissing, DatabaseUnavailable."""
    measured = Measured(dataset, scope, [], {name: [] for name in rankings})
    for conversations, questions in perspectives(dataset, scope):
        measured.questions.extend(questions)
        with stored(conversations, progress.stored) as perspective:
            rooms = Rooms(perspective)
            for name, rank in rankings.items():
                measured.scores[name].extend(_ask(perspective, rooms, questions, rank, progress))
    return measured


def perspectives(
    dataset: Dataset, scope: Scope
) -> Iterator[tuple[tuple[Conversation, ...], tuple[Question, ...]]]:
    """Give the conversations that are searched together, with the questions asked of them."""
    if scope == "perspective":
        yield dataset.conversations, dataset.questions
        return
    for conversation in dataset.conversations:
        questions = tuple(
            question
            for question in dataset.questions
            if question.conversation_id == conversation.conversation_id
        )
        if questions:
            yield (conversation,), questions


def _ask(
    perspective: Perspective, rooms: Rooms, questions: tuple[Question, ...], rank: Rank, progress: Progress
) -> Iterator[Scores]:
    answers = rank(perspective, [question.query for question in questions])
    for question, ranked in zip(questions, answers, strict=True):
        relevant = frozenset(perspective.numbers[message_id] for message_id in question.relevant_ids)
        yield score(ranked, rooms.shown(ranked), relevant)
        progress.asked(1)
