"""The disclosure rule once more, naively, from the words of the contract and not from the SQL.

Everything here is slow, obvious and free of the database. What the database answers is compared with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

ROOM_KINDS = frozenset({"direct", "group_direct", "private_channel", "public_channel"})
KINDS = ROOM_KINDS | {"tool_result"}
"""How a text came: sent in a room of a kind, or granted by an external tool."""
VISIBILITIES = frozenset({"public", "workspace", "members"})
Readers = tuple[str | None, ...] | None
Accounts = tuple[tuple[int, str] | None, ...] | None
"""Accounts anywhere in a perspective: connector and external id."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may read a text, or who will read an answer; None stands for what is not known."""

    visibility: str | None = "members"
    connector: int | None = 1
    conversation: int | None = 1
    kind: str | None = "private_channel"
    readers: Readers = None
    externally_shared: bool | None = False
    restricted: bool | None = False
    explicit: bool | None = False
    joiners_read_history: bool | None = False
    person_readers: Accounts = None
    """Of a destination with one reader: the other accounts proved to be that reader's now."""

    def is_well_formed(self) -> bool:
        """Tell whether nothing of it is missing or unknown, but for the readers of `members`."""
        flags = (self.externally_shared, self.restricted, self.explicit, self.joiners_read_history)
        return (
            self.visibility in VISIBILITIES
            and self.kind in KINDS
            and self.connector is not None
            and self.conversation is not None
            and None not in flags
            and None not in (self.readers or ())
            and None not in (self.person_readers or ())
            and (self.readers is None or self.visibility == "members")
        )


def allows(origin: Audience | None, destination: Audience | None) -> bool:
    """Tell whether text of this origin may be disclosed to this destination."""
    if origin is None or destination is None:
        return False
    if not (origin.is_well_formed() and destination.is_well_formed()):
        return False
    if origin.restricted and origin.conversation != destination.conversation:
        return False
    rows = {"public": (_public,), "workspace": (_workspace,), "members": (_members, _same_person)}
    return any(row(origin, destination) for row in rows[str(origin.visibility)])


def _public(_origin: Audience, _destination: Audience) -> bool:
    return True


def _workspace(origin: Audience, destination: Audience) -> bool:
    if origin.connector != destination.connector or destination.visibility == "public":
        return False
    if destination.visibility == "members" and not destination.readers:
        return False
    if destination.externally_shared:
        return bool(origin.externally_shared) and origin.conversation == destination.conversation
    return True


def _members(origin: Audience, destination: Audience) -> bool:
    if destination.visibility != "members" or origin.connector != destination.connector:
        return False
    if not destination.readers or not origin.readers:
        return False
    if set(destination.readers) <= set(origin.readers):
        return True
    same_private_channel = (
        origin.conversation == destination.conversation
        and origin.kind == destination.kind == "private_channel"
    )
    return bool(same_private_channel and destination.joiners_read_history and not origin.explicit)


def _same_person(origin: Audience, destination: Audience) -> bool:
    """Tell whether what was said to one person alone may follow them to where they alone read."""
    if origin.restricted or origin.kind != "direct" or len(origin.readers or ()) != 1:
        return False
    if destination.visibility != "members" or destination.kind != "direct":
        return False
    if len(destination.readers or ()) != 1:
        return False
    (reader,) = origin.readers or ()
    return (origin.connector, reader) in (destination.person_readers or ())


@dataclass(frozen=True, slots=True)
class Person:
    """An account in a room: `spoke_at` is a time on any scale, None when it never spoke there."""

    external_id: str
    is_agent: bool = False
    is_external: bool = False
    spoke_at: int | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """A room as it is now. `participants` were ever listed or heard there."""

    kind: str = "private_channel"
    connector: int = 1
    conversation: int = 1
    members: tuple[str, ...] | None = None
    members_as_of: int = 0
    participants: tuple[Person, ...] = ()
    flagged_shared: bool = False
    restricted: bool = False
    joiners_read_history: bool = False
    agent_accounts: frozenset[str] = frozenset()

    def _audience(self, readers: set[str] | None, *, externally_shared: bool) -> Audience:
        is_public = self.kind == "public_channel"
        return Audience(
            visibility="workspace" if is_public else "members",
            connector=self.connector,
            conversation=self.conversation,
            kind=self.kind,
            readers=None if is_public or not readers else tuple(sorted(readers)),
            externally_shared=externally_shared,
            restricted=self.restricted,
            joiners_read_history=self.joiners_read_history,
        )

    def _listed(self) -> set[str]:
        return set(self.members or ()) - self.agent_accounts

    def _heard(self, since: int | None) -> set[str]:
        return {
            person.external_id
            for person in self.participants
            if not person.is_agent
            and person.spoke_at is not None
            and (since is None or person.spoke_at >= since)
        }

    def is_externally_shared(self) -> bool:
        """Tell whether it is flagged, or anyone there is external."""
        return self.flagged_shared or any(person.is_external for person in self.participants)

    def origin(self) -> Audience:
        """Return the audience of text sent here now."""
        readers = self._listed()
        if not readers and self.kind == "direct" and len(self._heard(since=None)) == 1:
            readers = self._heard(since=None)
        return self._audience(readers, externally_shared=self.is_externally_shared())

    def destination(self, requester: Person | None) -> Audience:
        """Return who will read an answer given here now to this requester."""
        readers: set[str] = set()
        if self._listed():
            readers = self._listed() | self._heard(since=self.members_as_of)
        elif self.kind == "direct":
            readers = self._heard(since=None)
        if requester and not requester.is_agent and (readers or self.kind == "direct"):
            readers = readers | {requester.external_id}
        shared = self.is_externally_shared() or bool(requester and requester.is_external)
        return self._audience(readers, externally_shared=shared)


def may_be_disclosed(stored: Audience, room_now: Room, destinations: tuple[Audience, Audience]) -> bool:
    """Apply live narrowing: a room that narrowed since a text was stored must allow it as it is now, too."""
    narrowed = (
        (room_now.restricted and not stored.restricted)
        or (room_now.is_externally_shared() and not stored.externally_shared)
        or (stored.kind == "public_channel" and room_now.kind != "public_channel")
    )
    needed = [stored, room_now.origin()] if narrowed else [stored]
    return all(allows(origin, destination) for origin in needed for destination in destinations)


@dataclass(slots=True)
class Node:
    """One stored message: the audiences that its evidence needs, and what it was built from.

    `audiences` holds the audience it was sent to and that of each edit; None: no evidence. `sources` are ids of
    messages, some of which may not exist; None: there is no provenance record.
    """

    audiences: list[int | None] | None
    by_agent: bool = False
    sources: list[int] | None = None
    deleted: bool = False
    is_memory: bool = False
    """Of a memory, whose id is written as a negative number: it is gone with the last of its sources."""


def is_gone(graph: Mapping[int, Node], start: int) -> bool:
    """Tell whether there is nothing left to read of this."""
    node = graph.get(start)
    if node is None:
        return False
    if not node.is_memory:
        return node.deleted
    known = [source for source in node.sources or [] if source in graph]
    return bool(known) and all(is_gone(graph, source) for source in known)


def lineage_allows(
    graph: Mapping[int, Node], start: int, allowed: set[int], seen: set[int] | None = None
) -> bool:
    """Walk a message and everything it was built from; one missing thing or refused audience is a no."""
    seen = set() if seen is None else seen
    if start in seen:
        return True
    seen.add(start)
    node = graph.get(start)
    if node is None or not node.audiences or not set(node.audiences) <= allowed:
        return False
    if node.by_agent and node.sources is None:
        return False
    sources = node.sources or []
    return len(sources) <= 501 and all(lineage_allows(graph, source, allowed, seen) for source in sources)


def message_allowed(graph: Mapping[int, Node], message: int, allowed: set[int]) -> bool:
    """Tell whether this message may be shown: it is there, quotes nothing deleted, and its lineage allows it."""
    node = graph.get(message)
    if node is None or is_gone(graph, message):
        return False
    quotes_deleted = any(is_gone(graph, source) for source in node.sources or [])
    return not quotes_deleted and lineage_allows(graph, message, allowed)
