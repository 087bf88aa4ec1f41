"""What it costs to index a message: CPU of the server's own process, for messages of 60 words.

`python -m tests.bench.index_cost` makes a database of its own on the embedded server and drops it again. It needs
Linux: the time that a server process has run is read from /proc.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import django

from tests.shared_files import sample

MESSAGES: Final = 4_000
WORDS: Final = 60
ROUNDS: Final = 3
SEED: Final = 20261201
LANGUAGES: Final = {
    "plain words": "{words}.",
    "identifiers": "{words} don't call getUserById in cfg.render_mode v2.31 or PLN-{number}",
    "accents": "{words} Renée à Céüse",
    "emoji and Chinese": "{words} 🎉 明日東京へ行く",
}
"""What stands around the words of each kind of message."""
SPOKEN: Final = "as people write"
"""The kind that is cut from a data set of real words, where it lies beside the project."""

FURNISH: Final = """
WITH agent AS (
    INSERT INTO runtime_agents (slug, public_id_key) VALUES ('measured', 'key') RETURNING id
), connector AS (
    INSERT INTO connectors (runtime_agent_id, type, name) SELECT id, 'slack', 'acme' FROM agent
    RETURNING id, runtime_agent_id
), actor AS (
    INSERT INTO actors (runtime_agent_id, connector_id, external_id)
    SELECT runtime_agent_id, id, 'ana' FROM connector RETURNING id
)
INSERT INTO conversations (runtime_agent_id, connector_id, external_thread_id, kind)
SELECT runtime_agent_id, id, 'launch', 'public_channel' FROM connector
"""
STORE: Final = """
INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
SELECT room.runtime_agent_id, room.id, actor.id, %(kind)s::text || said.number, now(), said.body
FROM conversations AS room
CROSS JOIN actors AS actor
CROSS JOIN unnest(%(bodies)s::text[]) WITH ORDINALITY AS said (body, number)
"""
FORGET: Final = "TRUNCATE message_search_documents, search_vocabulary"
INDEX: Final = """
SELECT count(indexed.nothing)
FROM (
    SELECT mesh_store_documents(event) AS nothing
    FROM message_events AS event WHERE event.external_message_id LIKE %(kind)s::text
) AS indexed
"""
"""What the trigger does with a new message."""


def bodies(kind: str, random: Random) -> list[str]:
    """Return messages of one kind; the words are as frequent as words are, the rarest being new."""
    return [
        LANGUAGES[kind].format(
            words=" ".join(f"word{_letters(int(random.paretovariate(0.7)))}" for _ in range(WORDS)),
            number=random.randrange(10_000),
        )
        for _ in range(MESSAGES)
    ]


def spoken() -> dict[str, list[str]]:
    """Return messages of as many words in a row as people wrote them, none where the data set is not there."""
    conversations = sample("locomo/conversations.jsonl")
    if conversations is None:
        return {}
    with conversations.open(encoding="utf-8") as lines:
        words = [
            word
            for line in lines
            for message in json.loads(line)["messages"]
            for word in message["text"].split()
        ]
    return {
        SPOKEN: [" ".join(words[start : start + WORDS]) for start in range(0, len(words), WORDS)][:MESSAGES]
    }


def _letters(number: int) -> str:
    """Return a number in letters: the words of a language have no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(min(number, 10**6)))


def run(alias: str) -> Iterator[tuple[str, float]]:
    """Yield each kind of message with the microseconds of CPU that indexing one took, the best of a few rounds."""
    from django.db import connections  # noqa: PLC0415 - Django is set up by now

    with connections[alias].cursor() as cursor:
        cursor.execute(FURNISH)
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
        random = Random(SEED)  # noqa: S311 - the same messages for everybody
        kinds = {kind: bodies(kind, random) for kind in LANGUAGES} | spoken()
        for kind, contents in kinds.items():
            cursor.execute(STORE, {"kind": kind, "bodies": contents})
            best = float("inf")
            for _ in range(ROUNDS):
                cursor.execute(FORGET)
                started = _seconds(process)
                cursor.execute(INDEX, {"kind": f"{kind}%"})
                best = min(best, _seconds(process) - started)
            yield kind, best / len(contents) * 1e6


def _seconds(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def main() -> None:
    """Measure and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    from django.test.utils import setup_databases, teardown_databases  # noqa: PLC0415 - the same

    made = setup_databases(verbosity=0, interactive=False)
    try:
        for kind, microseconds in run("default"):
            sys.stdout.write(f"{kind}: {microseconds:.0f} µs of CPU a message\n")
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    main()
