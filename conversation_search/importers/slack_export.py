"""Import a Slack export: rooms and messages go through ingest, so that no rule is written a second time.

Everything is repeatable: an import that was stopped at any moment is run again and ends as one that was not.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.db import transaction

from conversation_search import limits
from conversation_search.identity.api_keys import check_slug
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_incoming import incoming_actor
from conversation_search.importers.slack_reasons import SkipReason
from conversation_search.importers.slack_records import Room, User
from conversation_search.importers.slack_report import QuarantinedFolder, Report
from conversation_search.importers.slack_senders import BOT_PREFIX
from conversation_search.importers.slack_storing import Advance, RoomImport, Target, quarantined_entries
from conversation_search.ingest import actors, connectors
from conversation_search.ingest.records import ConnectorRef, IncomingConnector
from conversation_search.managers import access
from conversation_search.managers.transactions import in_transaction

CONNECTOR_TYPE: Final = "slack"
NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""How new the listings are of an export without a single dated entry."""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """For which agent, under which workspace name, and which accounts there are the agent's own.

    `now` is the time of the import; with `dry_run` everything is checked and nothing is kept.
    """

    agent: str
    workspace: str
    agent_users: frozenset[str]
    now: datetime
    dry_run: bool = False

    @property
    def connector(self) -> ConnectorRef:
        """The connector of the workspace. Raises InvalidArgument for a name that cannot be one."""
        return ConnectorRef(CONNECTOR_TYPE, self.workspace)


def import_export(export: SlackExport, request: ImportRequest, advance: Advance) -> Report:
    """Import an export that was opened with the same agent's accounts, and report what became of each entry.

    Makes the agent when it is new. Raises InvalidArgument for a slug, a workspace or an account id that cannot be
    one, and DatabaseUnavailable; what was stored until then stays, and a repeat goes on from there.
    """
    check_slug(request.agent)
    ref = request.connector
    listed_at = export.newest_moment(request.now) or NEVER
    report = Report(request.agent, f"{ref.type}:{ref.name}", request.dry_run, listed_at)
    Import(export, request, report, advance).run()
    return report


@dataclass(frozen=True, slots=True)
class Import:
    """One import under way."""

    export: SlackExport
    request: ImportRequest
    report: Report
    advance: Advance

    def run(self) -> None:
        """Import every room and complete the report."""
        users = self.export.users()
        seen = {user.external_id for user in users}
        target = None
        if not self.request.dry_run:
            target = self._registered()
            put_actors(target, users)
        for room in self.export.rooms():
            if room.quarantine is not None:
                self._quarantine(room, room.quarantine)
            else:
                seen.update(room.members or (), self._room(room, target))
        self.report.unseen_agent_users = sorted(self.request.agent_users - seen)
        self.report.problems.update(self.export.problems)

    def _registered(self) -> Target:
        return registered(self.export, self.request, self.report.listed_at)

    def _room(self, room: Room, target: Target | None) -> set[str]:
        """Import one room, or without a target try it and undo it; return the agent's accounts that wrote there."""
        self.report.rooms += 1
        if target is not None:
            return self._imported(room, target)
        with undone():
            return self._imported(room, self._registered())

    def _imported(self, room: Room, target: Target) -> set[str]:
        imported = RoomImport(target, room, self.report)
        imported.run(self.export, self.advance)
        return imported.senders

    def _quarantine(self, room: Room, reason: SkipReason) -> None:
        """Count the entries of a folder that no listing explains, and name it."""
        skipped = quarantined_entries(self.export, room, self.advance)
        self.report.skipped.update(skipped)
        self.report.quarantined.append(QuarantinedFolder(room.name, reason, skipped.total()))


def registered(export: SlackExport, request: ImportRequest, listed_at: datetime) -> Target:
    """Make the agent and the connector, or find them, and mark the agent's own accounts."""
    agent = access.ensure_agent(request.agent, secrets.token_bytes(32), secrets.token_bytes(32))
    incoming = IncomingConnector(
        request.connector,
        agent_account_ids=agent_accounts(request.agent_users, export.users()),
        joiners_read_history=True,
    )
    stored = connectors.put(agent.id, incoming)
    return Target(agent.id, stored.ref, frozenset(stored.agent_account_ids), listed_at)


def agent_accounts(agent_users: frozenset[str], users: list[User]) -> tuple[str, ...]:
    """Return the agent's accounts, with the other names under which they post."""
    bots = {bot for user in users if user.external_id in agent_users for bot in user.bot_ids}
    return tuple(sorted(agent_users | {f"{BOT_PREFIX}{bot}" for bot in bots}))


def put_actors(target: Target, users: list[User]) -> None:
    """Store what the export knows of its accounts, some hundred in one transaction."""
    in_order = sorted(users, key=lambda user: user.external_id)
    for start in range(0, len(in_order), limits.INGEST_BATCH):
        put_together(target, in_order[start : start + limits.INGEST_BATCH])


def put_together(target: Target, users: list[User]) -> None:
    """Store these accounts in one transaction."""

    def work() -> None:
        for user in users:
            actors.put(target.agent_id, incoming_actor(target.ref, user))

    in_transaction(work)


@contextmanager
def undone() -> Iterator[None]:
    """Run in a transaction of which nothing is kept."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
