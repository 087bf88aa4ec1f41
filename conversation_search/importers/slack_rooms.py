"""Read the room listings: what kind of room, who is in it, whether others share it. Doubt always narrows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conversation_search.importers.slack_people import People
from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import Room, RoomKind
from conversation_search.importers.slack_values import JsonObject, flag, identifier, name_of, text_of

# From the widest to the strictest. A later one wins where file, flags and id disagree.
KINDS: tuple[RoomKind, ...] = ("public_channel", "private_channel", "group_direct", "direct")

_KIND_OF_FILE: Mapping[str, RoomKind] = {
    "channels.json": "public_channel",
    "groups.json": "private_channel",
    "mpims.json": "group_direct",
    "dms.json": "direct",
}
_SHARED_FLAGS = (
    "is_ext_shared",
    "is_shared",
    "is_org_shared",
    "is_pending_ext_shared",
    "is_global_shared",
    "pending_shared",
    "pending_connected_team_ids",
    "connected_team_ids",
)
_GROUP_NAME_PREFIX = "mpdm-"
_TWO_PEOPLE = 2


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry of a room listing, with the file that it stands in."""

    file_name: str
    entry: JsonObject


def read_rooms(listings: Iterable[tuple[str, object]], people: People, problems: Counter[str]) -> list[Room]:
    """Make one room of all entries that carry the same id, in listing order; folders come later."""
    by_id: dict[str, list[Listed]] = defaultdict(list)
    for file_name, value in listings:
        if not isinstance(value, dict):
            problems[Problem.ROOM_NOT_AN_OBJECT] += 1
        elif (room_id := identifier(value.get("id"))) is None:
            problems[Problem.ROOM_WITHOUT_ID] += 1
        else:
            by_id[room_id].append(Listed(file_name, value))
    return [room_from(room_id, listed, people, problems) for room_id, listed in by_id.items()]


def room_from(room_id: str, listed: list[Listed], people: People, problems: Counter[str]) -> Room:
    """Merge the entries of one room.

    The strictest kind wins, one shared flag is enough, and members or names that disagree are unknown: the
    union would let readers in that one listing denies, the intersection would hide readers from whoever
    answers in the room.
    """
    members = agreed_members(room_id, listed, problems)
    names = {name for one in listed if (name := name_of(one.entry.get("name")))}
    if len(listed) > 1:
        problems[Problem.ROOM_LISTED_TWICE] += len(listed) - 1
    if len(names) > 1:
        problems[Problem.ROOM_LISTINGS_DISAGREE] += 1
    shared = any(is_flagged_shared(one.entry, people) for one in listed)
    return Room(
        external_thread_id=room_id,
        kind=kind_of(room_id, listed, members),
        name=names.pop() if len(names) == 1 else "",
        members=members,
        externally_shared=shared or any(people.is_external(member) for member in members or ()),
    )


def kind_of(room_id: str, listed: list[Listed], members: tuple[str, ...] | None) -> RoomKind:
    """Return the strictest kind that file, flags, id or name speak for.

    A `direct` room needs no member list to be answered in, so it takes agreement: where one of its entries
    speaks for something else, or it has more members, it is a `group_direct`, which without a list is told
    nothing.
    """
    spoken_for = [signs_of(room_id, one.entry) or {_KIND_OF_FILE[one.file_name]} for one in listed]
    files: set[RoomKind] = {_KIND_OF_FILE[one.file_name] for one in listed}
    strictest = max(files.union(*spoken_for), key=KINDS.index)
    crowded = members is not None and len(members) > _TWO_PEOPLE
    if strictest == "direct" and (crowded or any(kinds != {"direct"} for kinds in spoken_for)):
        return "group_direct"
    return strictest


def signs_of(room_id: str, entry: JsonObject) -> set[RoomKind]:
    """Return the kinds that the entry itself speaks for, wherever it is listed."""
    signs: dict[RoomKind, bool] = {
        "direct": flag(entry.get("is_im")) or room_id.startswith("D"),
        "group_direct": flag(entry.get("is_mpim"))
        or text_of(entry.get("name")).startswith(_GROUP_NAME_PREFIX),
        "private_channel": flag(entry.get("is_group")) or room_id.startswith("G"),
        "public_channel": flag(entry.get("is_channel")) or room_id.startswith("C"),
    }
    found = {kind for kind, holds in signs.items() if holds}
    # Slack calls direct messages private too: there the flag is no sign of a channel.
    if flag(entry.get("is_private")) and not found & {"direct", "group_direct"}:
        found.add("private_channel")
    return found


def is_flagged_shared(entry: JsonObject, people: People) -> bool:
    """Whether the entry says, by any flag or team list, that others than this workspace share the room."""
    teams = entry.get("shared_team_ids")
    foreign_team = isinstance(teams, list) and any(people.is_foreign_team(team) for team in teams)
    return foreign_team or any(flag(entry.get(name)) for name in _SHARED_FLAGS)


def agreed_members(room_id: str, listed: Iterable[Listed], problems: Counter[str]) -> tuple[str, ...] | None:
    """Return the members that every entry of the room agrees on, None where they do not or one lists none."""
    found = [members_of(room_id, one, problems) for one in listed]
    if any(members is None or set(members) != set(found[0] or ()) for members in found):
        if len(found) > 1:
            problems[Problem.MEMBERS_CONTRADICTORY] += 1
        return None
    return found[0]


def members_of(room_id: str, listed: Listed, problems: Counter[str]) -> tuple[str, ...] | None:
    """Return the members that one entry lists; None without a list, or with one that cannot be trusted."""
    entry = listed.entry
    value = entry.get("members")
    partner = identifier(entry.get("user")) if is_direct(room_id, listed) else None
    if value is None or (value == [] and partner):
        return (partner,) if partner else None
    members = tuple(dict.fromkeys(map(identifier, value))) if isinstance(value, list) else (None,)
    trusted = tuple(member for member in members if member is not None)
    if len(trusted) != len(members):
        problems[Problem.MEMBERS_MALFORMED] += 1
        return None
    if partner and partner not in trusted:
        problems[Problem.MEMBERS_CONTRADICTORY] += 1
        return None
    if is_cut_short(entry, len(trusted)):
        problems[Problem.MEMBERS_INCOMPLETE] += 1
        return None
    return trusted


def is_direct(room_id: str, listed: Listed) -> bool:
    """Whether the entry's `user` is the other person of a direct message."""
    return listed.file_name == "dms.json" or "direct" in signs_of(room_id, listed.entry)


def is_cut_short(entry: JsonObject, count: int) -> bool:
    """Whether the entry counts more members than it lists: a reader that is missing there would go unseen."""
    total = text_of(entry.get("num_members"))
    return total.isascii() and total.isdigit() and len(total) < 10 and int(total) > count  # noqa: PLR2004
