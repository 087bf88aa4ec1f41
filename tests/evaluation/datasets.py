"""Tiny data sets, written to a folder as the command reads them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

Line = Mapping[str, Any]


def message(number: int, text: str, speaker: str = "Ana", conversation: str = "c1") -> dict[str, Any]:
    """Return a message sent at this minute."""
    return {
        "id": f"{conversation}/{number}",
        "speaker": speaker,
        "sent_at": f"2026-03-01T10:{number:02}:00Z",
        "text": text,
    }


def conversation(*texts: str, name: str = "c1") -> dict[str, Any]:
    """Return a conversation in which Ana and Ben speak in turn."""
    said = [message(number, text, ("Ana", "Ben")[number % 2], name) for number, text in enumerate(texts)]
    return {"conversation_id": name, "messages": said}


def question(query: str, *answers: str, **others: object) -> dict[str, Any]:
    """Return a question about the first conversation."""
    return {
        "conversation_id": "c1",
        "qid": query,
        "query": query,
        "relevant_ids": list(answers),
        "category": "names",
        **others,
    }


def write(folder: Path, conversations: Iterable[Line], questions: Iterable[Line]) -> Path:
    """Write a data set and return its folder."""
    for name, lines in (("conversations", conversations), ("queries", questions)):
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def tiny(folder: Path) -> Path:
    """Write two conversations and three questions, one of which nothing answers."""
    launch = conversation("Shall we launch on Monday?", "No, on Tuesday", "The invoice is INV-7", "Fine")
    lunch = conversation("Lunch on Monday?", "I bring soup", name="c2")
    questions = [
        question("when do we launch", "c1/0", "c1/1"),
        question("INV-7", "c1/2", category="identifiers"),
        question("who sings", category="nothing"),
        question("soup", "c2/1", conversation_id="c2"),
    ]
    return write(folder, [launch, lunch], questions)
