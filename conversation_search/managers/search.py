"""The statements of a search: what a query matches, what may be shown, and the text of what is shown."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from conversation_search import limits
from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """One word or phrase of a query; `clause` is NULL when nothing of it can be matched.

    `exact` is what a phrase must match as it is written; `word` the one word of letters that it consists of.
    """

    position: int
    clause: str | None
    any_word: str | None
    exact: str | None
    word: str | None
    is_stop_word: bool


@dataclass(frozen=True, slots=True)
class FoundRow:
    """What one search found: how many matches each rule removed, and the others as lists of figures."""

    is_exhaustive: bool
    matched_bits: int
    matched: int
    already_in_context: int
    no_evidence: int
    audience: int
    lineage: int
    matches: str


class Match(NamedTuple):
    """What is weighed of one eligible match. Times in seconds since 1970; bit n of `bits` stands for clause n."""

    message_id: int
    sent_at: float
    word_count: int
    bits: int
    same_conversation: int
    recent_window: int
    same_actor: int
    same_organization: int
    requester_spoke: int
    named_speaker: int


@dataclass(frozen=True, slots=True)
class NeighboursRow:
    """What may stand on one side of one message, nearest first; `is_short` when further ones were not looked at.

    `unshown_ids` are those of `message_ids` that are no hit and that the run has not been shown.
    """

    hit_id: int
    side: str
    message_ids: list[int]
    unshown_ids: list[int]
    is_short: bool


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One message about to be shown; without speaker and pieces when it is not allowed."""

    message_event_id: int
    is_allowed: bool
    conversation_id: int
    sent_at: datetime
    revision: int
    kind: str
    is_current: bool
    may_be_named: bool
    room_name: str | None
    namespace: str | None
    speaker: str | None
    pieces: str | None


@dataclass(frozen=True, slots=True)
class PassageRow:
    """One passage of a text that a query matches; bit n of `bits` stands for query n."""

    content: str
    bits: int


@dataclass(frozen=True, slots=True)
class SuggestionRow:
    """One word that could stand in for word number `position`, or none; `holds` tells that it holds that word.

    `begins` tells that some eligible message has a word that begins with it. `query` is what `word` matches.
    """

    position: int
    begins: bool
    word: str | None
    query: str | None
    holds: bool | None


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """The settings that were made for this transaction."""

    statement_timeout: str
    plan_cache_mode: str
    enable_sort: str
    jit: str


PARSE_CLAUSES = Statement("parse_clauses", ClauseRow)
SEARCH_MESSAGES = Statement("search_messages", FoundRow)
FIND_NEIGHBOURS = Statement("find_neighbours", NeighboursRow)
HYDRATE_MESSAGES = Statement("hydrate_messages", ShownRow)
SUGGEST_WORDS = Statement("suggest_words", SuggestionRow)
MATCH_PASSAGES = Statement("match_passages", PassageRow)
BEGIN_SEARCH = Statement("begin_search", SettingsRow)


def begin() -> None:
    """Bound the statements of this transaction in time and pin their plans."""
    BEGIN_SEARCH.one(milliseconds=str(int(limits.SEARCH_TIMEOUT.total_seconds() * 1000)))


def find(**parameters: Any) -> tuple[FoundRow, list[Match]]:  # noqa: ANN401 - those of the statement
    """Return what a search found, and its eligible matches in no order."""
    row = SEARCH_MESSAGES.one(**parameters)
    return row, list(map(Match._make, json.loads(row.matches)))


def find_neighbours(**parameters: Any) -> list[NeighboursRow]:  # noqa: ANN401 - those of the statement
    """Return what may stand beside messages, one row for each side that has anything."""
    return FIND_NEIGHBOURS.all(**parameters)


def parse_clauses(contents: Sequence[str]) -> list[ClauseRow]:
    """Return what the words and phrases of a query match, in their order."""
    return PARSE_CLAUSES.all(contents=list(contents), shortest=limits.FALLBACK_CHARACTERS)


def suggest_words(scope: dict[str, Any], words: Sequence[str]) -> list[SuggestionRow]:
    """Return what could stand in for each of these words, in their order, the most alike first."""
    return SUGGEST_WORDS.all(
        **scope, words=list(words), shortest=limits.SIMILAR_CHARACTERS, at_most=limits.SIMILAR_WORDS
    )


def match_passages(
    passages: Collection[str], queries: Sequence[str], exact: Sequence[str | None]
) -> dict[str, int]:
    """Return those of the passages that any of the queries matches, with a bit for each that does.

    `exact` is parallel to `queries`: what a passage must match as it is written, too, or None.
    """
    if not passages:
        return {}
    rows = MATCH_PASSAGES.all(passages=sorted(passages), queries=list(queries), exact=list(exact))
    return {row.content: row.bits for row in rows}


def hydrate(  # noqa: PLR0913, PLR0917 - what one page needs, each named
    runtime_agent_id: int,
    run_id: int,
    message_ids: Sequence[int],
    hit_ids: Sequence[int],
    clauses: Sequence[str],
    exact: Sequence[str | None],
) -> dict[int, ShownRow]:
    """Vouch for messages and read them, by id. What is not allowed has no text."""
    rows = HYDRATE_MESSAGES.all(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        message_ids=list(message_ids),
        hit_ids=list(hit_ids),
        clauses=list(clauses),
        exact=list(exact),
    )
    return {row.message_event_id: row for row in rows}


def pieces_of(row: ShownRow) -> list[tuple[int, str]]:
    """Return the pieces of a shown body that were read: the number of each, and its text."""
    return [(piece["chunk"], piece["content"]) for piece in json.loads(row.pieces or "[]")]
