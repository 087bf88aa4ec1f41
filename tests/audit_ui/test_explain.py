"""The page that explains a message in a run asks the very rules that search asks."""

import pytest

from tests.audit_ui.readers import Desk, Page
from tests.audit_ui.world import SECRET, World
from tests.database import row
from tests.runs.turns import delete


def explain(desk: Desk, world: World, message_id: int, **more: str) -> Page:
    """Explain a message in the world's run."""
    ids = {"message": world.short("message", message_id), "run": world.short("run", world.run.pk)}
    return desk.open("explain/", **{"agent": world.agent.slug, **ids, **more})


def test_a_private_message_is_kept_out_by_its_audience(world: World, auditor: Desk) -> None:
    private = world.cast.says(world.cast.ana, world.cast.dm_ana, f"another {SECRET}")
    page = explain(auditor, world, private.pk)
    assert "Kept out by: Audience" in page.text
    assert SECRET not in page.text


def test_a_message_that_was_shown_is_already_in_context(world: World, auditor: Desk) -> None:
    assert "Kept out by: Already in context" in explain(auditor, world, world.shown.pk).text


def test_a_public_message_may_be_shown(world: World, auditor: Desk) -> None:
    said = world.cast.says(world.cast.ben, world.cast.launch, "something new")
    assert "It may be shown in this run" in explain(auditor, world, said.pk).text


def test_lineage_is_followed_to_what_decides(world: World, auditor: Desk) -> None:
    delete(world.shown)
    page = explain(auditor, world, world.reply_id)
    assert "Kept out by: Lineage" in page.text
    assert page.links(f"/audit/{world.address('message', world.reply_id)}")


def test_asking_is_on_record_with_what_was_asked(world: World, auditor: Desk) -> None:
    explain(auditor, world, world.shown.pk)
    page, filters = row("SELECT page, filters ->> 'message' FROM page_accesses ORDER BY id DESC LIMIT 1")
    assert (page, filters) == ("explain", world.short("message", world.shown.pk))


@pytest.mark.parametrize(
    "more", [{"message": "nonsense"}, {"run": "00000000"}, {"agent": "nobody"}, {"x": "1"}]
)
def test_what_is_not_there_is_said_and_nothing_explained(
    world: World, auditor: Desk, more: dict[str, str]
) -> None:
    page = explain(auditor, world, world.shown.pk, **more)
    assert page.status == 422
    assert "Rule by rule" not in page.source


def test_a_run_leads_to_the_page_with_its_id_filled_in(world: World, auditor: Desk) -> None:
    (link,) = auditor.open(world.address("run", world.run.pk)).links("/audit/explain/?run=")
    page = auditor.open(link)
    assert page.status == 200
    assert f'value="{world.agent.slug}.{world.short("run", world.run.pk)}"' in page.source
