"""Messages by id, saved views, the overview, and how many statements a page takes."""

from typing import Any

import psycopg
import pytest

from conversation_search import limits
from tests.audit_ui.readers import Desk
from tests.audit_ui.world import World
from tests.cast import Cast
from tests.database import execute, value
from tests.factories import MessageFactory, RunFactory, SearchEventFactory
from tests.runs.turns import delete

MOST_STATEMENTS = 22
"""Of one page: the session, the account and its roles, the look on record, and what the page reads."""


def saved_view() -> int:
    """Return the number of the only saved view."""
    number: int = value("SELECT id FROM saved_views")
    return number


def test_a_message_shows_where_it_was_shown_and_what_was_built_on_it(world: World, auditor: Desk) -> None:
    page = auditor.open(world.address("message", world.shown.pk))
    assert page.links(f"/audit/{world.address('message', world.reply_id)}")
    assert page.links(f"/audit/{world.address('run', world.run.pk)}")
    assert page.links(f"/audit/{world.address('search', world.search_ids[0])}")


def test_a_reply_shows_what_it_was_built_from(world: World, auditor: Desk) -> None:
    page = auditor.open(world.address("message", world.reply_id))
    assert page.links(f"/audit/{world.address('message', world.shown.pk)}")
    assert "A reply of" in page.text


def test_a_message_without_evidence_says_that_nobody_may_read_it(cast: Cast) -> None:
    message = MessageFactory.create(conversation=cast.launch, evidence=False)
    desk = Desk.of("auditor")
    ids = World(cast, RunFactory.create(conversation=cast.launch), [], 0, message)
    assert "nobody: it has no evidence" in desk.open(ids.address("message", message.pk)).text


def test_a_deleted_message_is_a_tombstone_in_the_tree(world: World, auditor: Desk) -> None:
    delete(world.shown)
    assert "its text is gone" in auditor.open(world.address("message", world.shown.pk)).text
    assert "deleted" in auditor.open(world.address("message", world.reply_id)).text


def test_a_retention_admin_sees_no_searches_beside_a_message(world: World) -> None:
    page = Desk.of("retention admin").open(world.address("message", world.shown.pk))
    assert page.status == 200
    assert not page.links("/audit/searches/")
    assert "Where it was shown" not in page.text


def test_an_id_leads_to_its_message(world: World, auditor: Desk) -> None:
    for typed in (
        world.short("message", world.reply_id),
        f"{world.agent.slug}.{world.short('message', world.reply_id)}",
    ):
        answer = auditor.client.get("/audit/messages/", {"agent": world.agent.slug, "message": typed})
        assert answer.headers["Location"] == f"/audit/{world.address('message', world.reply_id)}"
    assert "This is not an id" in auditor.open("messages/", agent=world.agent.slug, message="kestrel").text


def test_a_view_is_saved_used_and_forgotten(auditor: Desk) -> None:
    page = auditor.send("views/", page="searches", query="status=failed", name="What broke")
    (link,) = [link for link in page.links("status=failed") if link == "/audit/searches/?status=failed"]
    assert auditor.open(link).status == 200
    auditor.send(f"views/{saved_view()}/forget/", page="searches")
    assert value("SELECT count(*) FROM saved_views") == 0


def test_a_saved_view_is_its_readers_own(world: World, auditor: Desk) -> None:
    assert world.search_ids
    auditor.send("views/", page="runs", query="replied=no", name="Unanswered")
    other = Desk.of("auditor", name="eve")
    assert "Unanswered" not in other.open("runs/").text
    assert other.send(f"views/{saved_view()}/forget/", page="runs").status == 404
    assert value("SELECT count(*) FROM saved_views") == 1


def test_saved_views_have_a_bound_and_a_name(auditor: Desk) -> None:
    execute(
        "INSERT INTO saved_views (user_id, page, name, query) SELECT %(user)s::bigint, 'runs', n::text, '' "
        "FROM generate_series(1, %(most)s::integer) AS n",
        user=auditor.user.pk,
        most=limits.SAVED_VIEWS,
    )
    assert "Forget one first" in auditor.send("views/", page="runs", query="", name="one more").text
    assert "needs a name" in auditor.send("views/", page="runs", query="", name="").text
    assert value("SELECT count(*) FROM saved_views") == limits.SAVED_VIEWS


def test_the_overview_counts_and_leads_to_the_rows(world: World, auditor: Desk) -> None:
    page = auditor.open("", agent=world.agent.slug)
    assert "2 in all" in page.text
    (link, *_) = page.links("status=ok")
    rows = auditor.open(link).links(f"/audit/searches/{world.agent.slug}/")
    assert len(rows) == 1
    assert auditor.open("", agent="nobody").status == 404


def test_the_overview_finds_rows_that_do_not_add_up(world: World, auditor: Desk) -> None:
    assert "matched is exactly shown plus withheld" in auditor.open("").text
    event = SearchEventFactory.create(run=world.run, matched=7)
    page = auditor.open("")
    assert "do not add up" in page.text
    assert page.links(world.address("search", event.pk))


def test_the_overview_finds_a_guard_that_is_off(auditor: Desk) -> None:
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only")
    assert "ledger_entries_append_only" in auditor.open("").text


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count what psycopg sends, Django's own statements included."""
    sent: list[str] = []
    execute_one: Any = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - psycopg's own
        sent.append(str(query))
        return execute_one(self, query, *args, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    return sent


LISTS = ("", "runs/", "searches/", "access-log/", "integrity/", "index-health/")


@pytest.mark.parametrize("page", [*LISTS, "run", "search", "message"])
def test_a_page_takes_as_many_statements_for_many_rows_as_for_few(
    world: World, auditor: Desk, statements: list[str], page: str
) -> None:
    number = {"run": world.run.pk, "search": world.search_ids[0], "message": world.shown.pk}
    path = world.address(page, number[page]) if page in number else page
    auditor.open(path)
    few = len(statements)
    for _ in range(30):
        SearchEventFactory.create(run=world.run)
        world.cast.asks(world.cast.ben, world.cast.launch)
    statements.clear()
    auditor.open(path)
    assert 0 < len(statements) <= few <= MOST_STATEMENTS
