"""An edit narrows: a text needs the audience it was sent to and that of each edit, and so does what is built on it."""

import pytest

from tests.cast import Cast
from tests.contract.asking import audience_of, class_of, edit, list_members, may_show
from tests.database import execute
from tests.factories import MessageFactory, ReplyFactory

RESTRICT = "UPDATE conversations SET restricted = %(restricted)s::boolean WHERE id = %(id)s::bigint"


def test_an_edit_needs_the_audience_of_its_moment_too(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "for two")
    list_members(cast.board.pk, "ana")
    edit(said, "for one")
    now = MessageFactory.create(conversation=cast.board)
    assert class_of(said) == {audience_of(said).pk, audience_of(now).pk}


@pytest.mark.lineage
def test_an_edit_narrows_what_was_built_on_it_however_far_down(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "for everyone")
    child = ReplyFactory.create(conversation=cast.shared, sources=[said])
    grandchild = ReplyFactory.create(conversation=cast.shared, answered=child)
    execute(RESTRICT, id=cast.launch.pk, restricted=True)
    edit(said, "for this room")
    execute(RESTRICT, id=cast.launch.pk, restricted=False)
    run = cast.asks(cast.cleo, cast.dm_cleo)
    assert not may_show(run, said)
    assert not may_show(run, grandchild)
    assert class_of(grandchild) == (class_of(said) or set()) | {audience_of(grandchild).pk}


@pytest.mark.lineage
def test_an_edit_where_nobody_is_listed_any_more_leaves_the_lineage_unknown(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "for two")
    child = ReplyFactory.create(conversation=cast.board, sources=[said])
    execute("UPDATE conversations SET members = '{}' WHERE id = %(id)s::bigint", id=cast.board.pk)
    edit(said, "for whom?")
    assert (class_of(said), class_of(child)) == (None, None)
    list_members(cast.board.pk, "ana", "ben")
    assert not may_show(cast.asks(cast.ana, cast.board), said)


def test_an_edit_in_an_unchanged_room_changes_no_class(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "for two")
    child = ReplyFactory.create(conversation=cast.board, sources=[said])
    before = (class_of(said), class_of(child))
    edit(said, "still for two")
    assert (class_of(said), class_of(child)) == before
