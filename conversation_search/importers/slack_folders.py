"""Say which folder holds which room. A folder is never guessed: without one clear owner it is quarantined."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from conversation_search.importers.slack_layout import folder_key
from conversation_search.importers.slack_reasons import SkipReason
from conversation_search.importers.slack_records import Room


def with_folders(rooms: Iterable[Room], folders: Iterable[str]) -> list[Room]:
    """Return the rooms with their folders, then one quarantined room per folder that has no clear owner.

    A channel's folder carries the name it had at export time, a direct message's folder its id. Folders under
    a former name stay quarantined: another room may bear that name by now.
    """
    listed = list(rooms)
    owners = clear_owners(claims_of(listed), list(folders))
    found: dict[str, list[str]] = defaultdict(list)
    quarantined = []
    for folder, owner in owners.items():
        if isinstance(owner, Room):
            found[owner.external_thread_id].append(folder)
        else:
            quarantined.append(quarantined_room(folder, owner))
    owned = [replace(room, folders=tuple(found[room.external_thread_id])) for room in listed]
    return owned + sorted(quarantined, key=lambda room: room.name)


def claims_of(rooms: Iterable[Room]) -> dict[str, list[Room]]:
    """Map each folder name to the rooms that would use it: every room by id, all but direct ones by name."""
    claims: dict[str, list[Room]] = defaultdict(list)
    for room in rooms:
        name = "" if room.kind == "direct" else room.name
        for claim in {folder_key(room.external_thread_id), folder_key(name)} - {""}:
            claims[claim].append(room)
    return claims


def clear_owners(claims: Mapping[str, list[Room]], folders: list[str]) -> dict[str, Room | SkipReason]:
    """Return the one room that claims each folder, or why there is none."""
    mixed = mixed_case_twins(claims, set(folders))
    owners: dict[str, Room | SkipReason] = {}
    for folder in folders:
        claimants = claims.get(folder, [])
        if not claimants:
            owners[folder] = SkipReason.ROOM_NOT_LISTED
        elif len(claimants) > 1 or folder.casefold() in mixed:
            owners[folder] = SkipReason.ROOM_AMBIGUOUS
        else:
            owners[folder] = claimants[0]
    return owners


def mixed_case_twins(claims: Mapping[str, list[Room]], folders: set[str]) -> set[str]:
    """Return the case-folded names that several rooms share without each having a folder of its own.

    On a disk that ignores case the folders of such rooms became one, with the messages of both.
    """
    spellings: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        spellings[claim.casefold()].add(claim)
    return {folded for folded, names in spellings.items() if len(names) > 1 and not names <= folders}


def quarantined_room(folder: str, reason: SkipReason) -> Room:
    """Stand in for a folder that no listing explains: its entries are counted, nothing of it is imported."""
    return Room(
        external_thread_id="",
        kind="direct",
        name=folder,
        members=None,
        externally_shared=True,
        folders=(folder,),
        quarantine=reason,
    )
