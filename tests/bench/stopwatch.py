"""Measures time: of the clock, of this process, and of the server's process for this connection."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from django.db import connection


@dataclass(frozen=True, slots=True)
class Lap:
    """What one call took, in milliseconds. `server` is CPU of the database, None where it runs elsewhere."""

    wall: float
    client: float
    server: float | None


def lap(work: Callable[[], object]) -> Lap:
    """Measure one call."""
    server, client, wall = _server_cpu(), process_time(), perf_counter()
    work()
    wall, client = perf_counter() - wall, process_time() - client
    after = _server_cpu()
    spent = None if server is None or after is None else (after - server) * 1000
    return Lap(wall * 1000, client * 1000, spent)


def _server_cpu() -> float | None:
    """Return the CPU seconds that the server has spent on this connection, to the nanosecond."""
    connection.ensure_connection()
    if not connection.connection.info.host.startswith("/"):
        return None
    counted = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return int(counted.read_text().split()[0]) / 1e9


@dataclass(frozen=True, slots=True)
class Times:
    """How repeated calls took, in milliseconds: the clock's minimum, median and 95th percentile, and median CPU."""

    least: float
    median: float
    p95: float
    client: float
    server: float | None

    @classmethod
    def of(cls, laps: list[Lap]) -> "Times":
        """Sum up at least two calls."""
        walls = [one.wall for one in laps]
        servers = [one.server for one in laps if one.server is not None]
        return cls(
            least=min(walls),
            median=median(walls),
            p95=quantiles(walls, n=20, method="inclusive")[-1],
            client=median(one.client for one in laps),
            server=median(servers) if servers else None,
        )

    @property
    def cpu(self) -> float | None:
        """CPU of both sides: what the call costs, however busy the machine is."""
        return None if self.server is None else self.client + self.server

    def ratio(self, other: "Times") -> float:
        """Say how many times more CPU than others these calls take; more time, where CPU is not known."""
        if self.cpu is None or other.cpu is None:
            return self.median / other.median
        return self.cpu / other.cpu
