"""The commands that the demo ends with, ready to be copied: they open a run and search in it."""

import json
import shlex
from dataclasses import dataclass

from conversation_search.demo.workspace import CONNECTOR, DM_PRIYA, QUERY


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where the server will be, and the key that opens it."""

    port: int
    key: str

    @property
    def api(self) -> str:
        """The address of the API."""
        return f"http://localhost:{self.port}/api/v1"

    @property
    def audit(self) -> str:
        """The address of the audit pages."""
        return f"http://localhost:{self.port}/audit/"

    @property
    def docs(self) -> str:
        """The address of its documentation."""
        return f"{self.api}/docs"

    def command(self) -> str:
        """Return one shell command of several lines: it opens a run in Priya's direct message and searches there."""
        room = {"external_thread_id": DM_PRIYA.external_id, "kind": DM_PRIYA.kind}
        opening = self._curl(
            '"$api/runs"', {"connector": CONNECTOR, "conversation": room, "history_window": 0}
        )
        search = self._curl('"$api/runs/$run/tools/search_history"', {"query": QUERY, "limit": 3})
        return f"api={self.api}\nrun=$({opening} | cut -d'\"' -f4) && \\\n{search}"

    def _curl(self, address: str, body: dict[str, object]) -> str:
        headers = " ".join(
            f"-H {shlex.quote(header)}"
            for header in (f"Authorization: Bearer {self.key}", "Content-Type: application/json")
        )
        return f"curl -s {address} \\\n  {headers} \\\n  -d {shlex.quote(json.dumps(body))}"
