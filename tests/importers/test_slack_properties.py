"""Whatever an export holds: no crash, every entry accounted for, nothing wider than the tidy listing."""

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_search.importers.slack_files import SlackExport
from conversation_search.importers.slack_reasons import ALL_SKIP_REASONS, Problem
from conversation_search.importers.slack_records import Room, Skipped
from conversation_search.importers.slack_values import Timestamp, timestamp
from tests.importers.exports import MAYA, PRIYA, Files, channel, export_files, message, user, write_folder

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
ENTRY_KEYS = st.sampled_from(
    [
        "type",
        "subtype",
        "user",
        "bot_id",
        "username",
        "text",
        "ts",
        "thread_ts",
        "edited",
        "blocks",
        "attachments",
        "files",
        "file",
        "hidden",
        "message",
        "deleted_ts",
        "previous_message",
        "team",
        "user_profile",
        "comment",
    ]
)
USUAL = st.sampled_from(
    ["message", "message_changed", "tombstone", "bot_message", MAYA, "1772445600.000100", "words"]
)
ENTRIES = st.dictionaries(ENTRY_KEYS, USUAL | ANYTHING, max_size=8) | ANYTHING
ROOM_KEYS = st.sampled_from(
    [
        "is_im",
        "is_mpim",
        "is_private",
        "is_group",
        "is_channel",
        "members",
        "user",
        "num_members",
        "is_ext_shared",
        "shared_team_ids",
        "connected_team_ids",
        "creator",
        "topic",
    ]
)
MEMBERS = st.lists(st.sampled_from([MAYA, PRIYA, "U0UNKNOWN"]) | SCALARS, max_size=4)
BAD_ROOMS = st.dictionaries(ROOM_KEYS, MEMBERS | ANYTHING, max_size=6)
BAD_ROOM_FILES = st.sampled_from(["channels", "groups", "mpims", "dms"])


def read_all(files: Files) -> tuple[list[Room], list[object], set[str]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        SlackExport.open(write_folder(Path(folder), files)) as export,
    ):
        rooms = export.rooms()
        entries: list[object] = [entry for room in rooms for entry in export.entries(room)]
        return rooms, entries, set(export.problems)


@settings(max_examples=150, deadline=None)
@given(st.lists(ENTRIES, max_size=6))
def test_every_entry_is_accounted_for_by_a_closed_label(entries: list[object]) -> None:
    _rooms, found, problems = read_all(export_files(*entries))
    assert len(found) == len(entries)
    assert {one.reason for one in found if isinstance(one, Skipped)} <= ALL_SKIP_REASONS
    assert problems <= {problem.value for problem in Problem}


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["C0LAUNCH", "G0LAUNCH", "X0LAUNCH"]), BAD_ROOM_FILES, BAD_ROOMS)
def test_a_second_bad_listing_never_widens_a_room(room_id: str, file: str, bad: dict[str, object]) -> None:
    tidy: list[object] = [channel(room_id, "launch")]
    users = [user(MAYA), user(PRIYA)]
    listings: dict[str, list[object]] = {"users": list(users), "channels": [], "groups": tidy}
    listings[file] = [*listings.get(file, []), bad | {"id": room_id, "name": "launch"}]
    [room] = [room for room in read_all(export_files(**listings))[0] if not room.quarantined]
    assert room.kind in {"private_channel", "group_direct"}
    assert room.members is None or set(room.members) == {MAYA, PRIYA}


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_may_be_a_day(data: bytes) -> None:
    _rooms, entries, problems = read_all(export_files() | {"launch/2026-03-02.json": data})
    assert not entries or problems <= {Problem.FILE_INVALID_UTF8}


@settings(max_examples=100, deadline=None)
@given(st.integers(min_value=0, max_value=2**31), st.integers(min_value=0, max_value=999_999))
def test_a_time_survives_the_way_to_an_instant_and_back(seconds: int, micros: int) -> None:
    moment = timestamp(f"{seconds}.{micros:06d}")
    if seconds or micros:
        assert isinstance(moment, Timestamp)
        assert moment.text == f"{seconds}.{micros:06d}"
        assert int(moment.instant.replace(microsecond=0).timestamp()) == seconds
        assert moment.instant.microsecond == micros


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    _rooms, entries, _problems = read_all(export_files(message(text)))
    assert len(entries) == 1
    assert json.dumps(repr(entries[0]))
