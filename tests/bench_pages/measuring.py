"""Opens every page over a small audit and a large one, counts statements, and exports everything."""

import logging
import resource
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from typing import Final, TextIO, cast

import psycopg
from django.contrib.auth.models import Group, User
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from psycopg.sql import SQL, Identifier

from mesh_project.embedded_postgres.cluster import SUPERUSER
from tests.bench_pages.filling import Size, fill
from tests.database import execute, value

SMALL_RUNS: Final = 200
AGENT_RUNS: Final = 50_000
"""Runs of one agent; all of one are written in one transaction."""
SEARCHES: Final = 9
"""Searches of a run at most; five of them on average."""
DAYS: Final = 90


@dataclass(frozen=True, slots=True)
class Pages:
    """The addresses that are opened."""

    addresses: dict[str, str]

    @classmethod
    def of(cls, client: Client) -> "Pages":
        """Return the lists, and the pages of a run and a search that are reached from them."""
        first = {name: _first_link(client, f"/audit/{name}/") for name in ("runs", "searches")}
        return cls(
            {
                "overview": "/audit/",
                "list of runs": "/audit/runs/",
                "list of searches": "/audit/searches/",
                "second page of searches": _first_link(client, "/audit/searches/", "older="),
                "searches by rule": "/audit/searches/?rule=lineage",
                # A status that fills a page of the small audit, too: pages of one length are compared.
                "searches by status": "/audit/searches/?status=no_matches",
                "run trace": first["runs"],
                "search detail": first["searches"],
                "access log": "/audit/access-log/",
            }
        )


def run(rows: int, repeat: int, database: str, out: TextIO) -> None:
    """Measure and write a table."""
    logging.disable(logging.INFO)  # a line for every request would bury it
    with bench_database(database):
        client = _client()
        _fill(SMALL_RUNS, 1)
        small = {name: _time(client, path, repeat) for name, path in Pages.of(client).addresses.items()}
        runs = rows // 5
        started = perf_counter()
        for number in range(max(1, runs // AGENT_RUNS)):
            _fill(min(runs, AGENT_RUNS), number + 2)
        out.write(f"filled in {perf_counter() - started:.0f} s\n")
        searches = value("SELECT count(*) FROM conversation_search_events")
        stored = value("SELECT count(*) FROM runs")
        out.write(f"{searches:,} audit rows, {stored:,} runs\n")
        for name, path in Pages.of(client).addresses.items():
            large = _time(client, path, repeat)
            ratio = large / small[name]
            out.write(f"{name}: {small[name]:.1f} ms, {large:.1f} ms, ratio {ratio:.2f}\n")
        out.write(_export(client))


@contextmanager
def bench_database(name: str) -> Iterator[None]:
    """Build a database of this name, for as long as the block lasts."""
    original = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(0, autoclobber=True, serialize=None)
    try:
        _allow_unchecked_rows()
        yield
    finally:
        connection.creation.destroy_test_db(original, verbosity=0)


def _allow_unchecked_rows() -> None:
    """Let our role leave out the looking up of references; only the server's own superuser can allow that."""
    address = connection.get_connection_params()
    with psycopg.connect(host=address["host"], dbname=address["dbname"], user=SUPERUSER) as other:
        role = SQL("GRANT SET ON PARAMETER session_replication_role TO {}").format(
            Identifier(address["user"])
        )
        other.execute(role)


def _client() -> Client:
    user = User.objects.create_user("bench")
    user.groups.set(Group.objects.filter(name="compliance officer"))
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    return client


def _fill(runs: int, number: int) -> None:
    fill(
        Size(runs=runs, searches=SEARCHES, days=DAYS, now=datetime.now(UTC)),
        f"agent-{number}",
        unchecked=True,
    )
    execute("ANALYZE")


def _time(client: Client, path: str, repeat: int) -> float:
    """Return the median of the milliseconds that a page takes, the first time apart."""
    taken = []
    for _ in range(repeat + 1):
        started = perf_counter()
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        taken.append((perf_counter() - started) * 1000)
    return median(taken[1:])


def _first_link(client: Client, path: str, part: str = "") -> str:
    """Return the first address of a page that leads below it and holds a part."""
    text = client.get(path).content.decode()
    links = [piece.split('"')[0].replace("&amp;", "&") for piece in text.split('href="')[1:]]
    return next(link for link in links if link.startswith(path) and link != path and part in link)


def _export(client: Client) -> str:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = perf_counter()
    answer = client.post(
        "/audit/exports/searches/", {"format": "jsonl", "reason": "the benchmark of exports"}
    )
    assert isinstance(answer, StreamingHttpResponse)
    size = sum(map(len, cast("Iterable[bytes]", answer.streaming_content)))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return (
        f"export of all rows: {perf_counter() - started:.0f} s, {size / 1e6:.0f} MB, "
        f"largest memory grew by {grown / 1024:.0f} MiB\n"
    )
