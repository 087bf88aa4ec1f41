"""Store one room of an export: who is in it, then its messages day by day, then who of them belongs to the past."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from conversation_search import limits
from conversation_search.errors import InvalidArgument, TooLarge
from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_incoming import incoming_message, incoming_room
from conversation_search.importers.slack_people import SLACKBOT
from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import Deletion, Entry, Message, Room, Skipped
from conversation_search.importers.slack_report import NoEvidence, Report
from conversation_search.ingest import conversations, messages
from conversation_search.ingest.locks import hold_rooms
from conversation_search.ingest.records import ConnectorRef, IncomingMessage
from conversation_search.ingest.results import StoredConversation, StoredMessage
from conversation_search.managers import importing
from conversation_search.managers.transactions import in_transaction

Advance = Callable[[int], None]
"""Is told how many more day files are done."""
Pair = tuple[Message | Deletion, IncomingMessage]


@dataclass(frozen=True, slots=True)
class Target:
    """Where an export goes: an agent, a connector, the agent's own accounts there, and how new the listings are."""

    agent_id: int
    ref: ConnectorRef
    agent_accounts: frozenset[str]
    listed_at: datetime


@dataclass(slots=True)
class RoomImport:
    """One room on its way in; `senders` collects those of the agent's accounts that wrote there."""

    target: Target
    room: Room
    report: Report
    senders: set[str] = field(default_factory=set)

    def run(self, export: SlackExport, advance: Advance) -> None:
        """List the room, store its days, and settle who was heard there. Each step is repeatable."""
        incoming = incoming_room(self.room)
        if incoming.members is None and self.room.members is not None:
            self.report.problems[Problem.MEMBERS_TOO_MANY] += 1
        state = conversations.put(self.target.agent_id, self.target.ref, incoming, self.target.listed_at)
        for day in export.days(self.room):
            self._store_day(state, day.entries)
            advance(1)
        self._settle(state)

    def _store_day(self, state: StoredConversation, entries: Sequence[Entry]) -> None:
        """Store one day in batches, its deletions last: whom they name must not count as heard before the others."""
        pairs = list(self._accepted(entries))
        pairs.sort(key=lambda pair: isinstance(pair[0], Deletion))
        for start in range(0, len(pairs), limits.INGEST_BATCH):
            batch = pairs[start : start + limits.INGEST_BATCH]
            results = messages.store(self.target.agent_id, [incoming for _entry, incoming in batch])
            for (entry, _incoming), result in zip(batch, results, strict=True):
                self._count(state, entry, result)
        if any(is_by_stand_in(entry) for entry, _incoming in pairs):
            importing.forget_stand_in(state.conversation_id, SLACKBOT)

    def _accepted(self, entries: Sequence[Entry]) -> Iterator[Pair]:
        """Yield what can be stored, and count what cannot."""
        for entry in entries:
            if isinstance(entry, Skipped):
                self.report.skipped[entry.reason] += 1
                continue
            try:
                yield entry, incoming_message(self.target.ref, self.room, entry)
            except (InvalidArgument, TooLarge) as error:
                self.report.rejected[error.code] += 1

    def _count(self, state: StoredConversation, entry: Message | Deletion, result: StoredMessage) -> None:
        if entry.sender.external_id in self.target.agent_accounts:
            self.senders.add(entry.sender.external_id)
        if is_known_deletion(entry, result):
            self.report.stored["duplicate"] += 1
        elif result.status == "rejected":
            self.report.rejected[str(result.code)] += 1
        else:
            self.report.stored[result.status] += 1
            if not result.has_evidence:
                self.report.without_evidence[self._why_without_evidence(state, entry)] += 1

    def _why_without_evidence(self, state: StoredConversation, entry: Message | Deletion) -> NoEvidence:
        if isinstance(entry, Deletion):
            return NoEvidence.DELETED
        if entry.sender.external_id in self.target.agent_accounts:
            return NoEvidence.AGENT_ACCOUNT
        if state.members is None:
            return NoEvidence.MEMBERS_UNKNOWN
        if not set(state.members) - self.target.agent_accounts:
            return NoEvidence.NOBODY_LISTED
        return NoEvidence.STORED_WITHOUT

    def _settle(self, state: StoredConversation) -> None:
        """Let nobody count as a reader for what was said before the listing, which arrived only now."""
        in_transaction(lambda: self._settle_held(state.conversation_id))

    def _settle_held(self, conversation_id: int) -> None:
        hold_rooms(self.target.agent_id, [(self.target.ref, self.room.external_thread_id)])
        importing.forget_stand_in(conversation_id, SLACKBOT)
        if self.room.members is not None:
            importing.renew_listing(conversation_id, self.target.listed_at)


def is_by_stand_in(entry: Entry) -> bool:
    """Whether an entry is a deletion whose author is unknown, so that Slackbot stands in for them."""
    return isinstance(entry, Deletion) and entry.sender.external_id == SLACKBOT


def is_known_deletion(entry: Entry, result: StoredMessage) -> bool:
    """Whether an entry tells of a deletion that was stored before."""
    return isinstance(entry, Deletion) and result.code == "deleted"


def quarantined_entries(export: SlackExport, room: Room, advance: Advance) -> Counter[str]:
    """Count the entries of a folder that nothing is imported from, by reason."""
    skipped: Counter[str] = Counter()
    for day in export.days(room):
        skipped.update(entry.reason for entry in day.entries if isinstance(entry, Skipped))
        advance(1)
    return skipped
