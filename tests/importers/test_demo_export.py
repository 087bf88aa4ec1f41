"""The demo's invented workspace holds what its story needs."""

from pathlib import Path

from conversation_search import demo
from conversation_search.importers.slack_files import SlackExport
from tests.importers.exports import entries_of, messages_of, skipped_of, texts_in, texts_of

PATH = Path(demo.__file__).parent / "export"
AGENT = "U08MESH0001"


def test_it_reads_without_any_loss_but_the_ones_it_is_there_for() -> None:
    with SlackExport.open(PATH) as export:
        assert len(entries_of(export)) == 85
        assert export.problems == {"attachment:quotes_another_message": 1}
        assert skipped_of(export) == {"event:channel_join": 1}


def test_every_kind_of_room_is_there() -> None:
    with SlackExport.open(PATH) as export:
        kinds = [(room.kind, room.externally_shared) for room in export.rooms()]
    assert kinds == [
        ("public_channel", False),
        ("public_channel", False),
        ("public_channel", True),
        ("private_channel", False),
        ("group_direct", False),
        ("direct", False),
        ("direct", False),
    ]


def test_the_question_has_an_answer_in_every_room() -> None:
    with SlackExport.open(PATH) as export:
        rooms = {
            room.external_thread_id
            for room in export.rooms()
            if "Acme" in " ".join(map(str, export.entries(room)))
        }
        assert rooms == {room.external_thread_id for room in export.rooms()}


def test_what_was_said_in_confidence_is_said_nowhere_else() -> None:
    with SlackExport.open(PATH) as export:
        for secret, room in (("15 %", "deal-desk"), ("Priya alone", "mpdm-priya--marcus--mesh-1")):
            everywhere = [text for text in texts_of(export) if secret in text]
            assert everywhere == [text for text in texts_in(export, room) if secret in text] != []


def test_only_acme_is_from_outside() -> None:
    with SlackExport.open(PATH) as export:
        assert [user.display_name for user in export.users() if user.is_external] == ["Tom Hale"]
        outside = {one.sender.display_name for one in messages_of(export) if one.sender.is_external}
    assert outside == {"Tom Hale"}
