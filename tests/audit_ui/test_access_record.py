"""Looking is recorded before anything is shown, and cannot be switched off."""

import pytest
from django.db import IntegrityError, transaction

from tests.audit_ui.readers import Desk
from tests.audit_ui.world import SECRET, World
from tests.database import execute, row, rows, value

LATEST = "SELECT page, action, outcome, subject, filters::text FROM page_accesses ORDER BY id DESC LIMIT 1"


def test_a_look_at_a_run_says_which_one(world: World, auditor: Desk) -> None:
    auditor.open(world.address("run", world.run.pk))
    subject = f"{world.agent.slug}.{world.short('run', world.run.pk)}"
    assert row(LATEST) == ("run", "viewed", "shown", subject, "{}")


def test_a_look_at_a_list_says_what_it_was_filtered_by(auditor: Desk) -> None:
    auditor.open("searches/", status="failed")
    assert row(LATEST) == ("searches", "viewed", "shown", None, '{"status": "failed"}')


def test_an_id_that_is_nothing_is_recorded_too(world: World, auditor: Desk) -> None:
    assert auditor.open(f"runs/{world.agent.slug}/00000000/").status == 404
    assert row(LATEST)[:3] == ("run", "viewed", "not_found")


def test_a_part_of_a_page_is_recorded_like_the_page(auditor: Desk) -> None:
    assert "<html" not in auditor.ask_for_part("searches/").source
    assert row(LATEST)[:3] == ("searches", "viewed", "shown")


def test_nothing_is_shown_when_the_look_cannot_be_recorded(world: World, auditor: Desk) -> None:
    execute("ALTER TABLE page_accesses ADD CONSTRAINT broken CHECK (false) NOT VALID")
    with transaction.atomic():
        page = auditor.open(world.address("run", world.run.pk))
        assert page.status == 503
        transaction.set_rollback(True)
    assert world.short("message", world.reply_id) not in page.source


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE page_accesses SET username = 'somebody else'",
        "DELETE FROM page_accesses",
        "TRUNCATE page_accesses",
    ],
)
def test_the_record_cannot_be_changed(auditor: Desk, change: str) -> None:
    auditor.open("glossary/")
    with pytest.raises(IntegrityError), transaction.atomic():
        execute(change)
    assert value("SELECT count(*) FROM page_accesses") == 1


def test_the_log_lists_who_looked_at_what(world: World, auditor: Desk) -> None:
    auditor.open(world.address("run", world.run.pk))
    log = auditor.open("access-log/")
    assert f"{world.agent.slug}.{world.short('run', world.run.pk)}" in log.text
    assert log.links(f"/audit/{world.address('run', world.run.pk)}")


def test_reading_the_log_is_in_the_log(auditor: Desk) -> None:
    auditor.open("access-log/")
    assert rows("SELECT page FROM page_accesses") == [("access_log",)]
    assert "Access log" in auditor.open("access-log/", looked_at="access_log").text


FILTERS: list[tuple[dict[str, str], bool]] = [
    ({"reader": "dana"}, True),
    ({"reader": "somebody"}, False),
    ({"looked_at": "glossary"}, True),
    ({"looked_at": "runs"}, False),
    ({"outcome": "refused"}, False),
    ({"action": "exported"}, False),
    ({"before": "2020-01-01T00:00"}, False),
    ({"after": "2020-01-01T00:00"}, True),
    ({"about": "nothing.at-all"}, False),
]


def test_the_log_is_filtered(auditor: Desk) -> None:
    auditor.open("glossary/")
    for wanted, listed in FILTERS:
        assert ("Looked" in auditor.ask_for_part("access-log/", **wanted).text) is listed, wanted


def test_the_log_is_read_page_by_page(auditor: Desk) -> None:
    for _ in range(60):
        auditor.open("glossary/")
    first = auditor.open("access-log/", looked_at="glossary")
    (older,) = set(first.links("older="))
    second = auditor.open(older)
    assert (first.text.count("Looked Glossary"), second.text.count("Looked Glossary")) == (50, 10)
    (newer,) = set(second.links("newer="))
    assert auditor.open(newer).text.count("Looked Glossary") == 50


@pytest.mark.parametrize("place", ["x", "-1", "9" * 30, "²"])
def test_a_place_that_is_none_is_not_found(auditor: Desk, place: str) -> None:
    assert auditor.open("access-log/", older=place).status == 404


def test_no_page_holds_a_word_of_a_message_or_the_name_of_a_person(world: World, officer: Desk) -> None:
    paths = ["", "searches/", "runs/", "messages/", "access-log/", "exports/", "names/", "glossary/"]
    paths += [world.address("search", number) for number in world.search_ids]
    paths += [world.address("run", world.run.pk), world.address("message", world.reply_id)]
    for path in paths:
        text = officer.open(path).text
        assert SECRET not in text, path
        assert not {"ana", "ben", "cleo", "dm-ana", "Ana", "Ben", "Cleo"} & set(text.split()), path


def test_every_error_of_the_database_is_a_page_that_says_so(auditor: Desk) -> None:
    with transaction.atomic():
        execute("ALTER TABLE runs RENAME TO hidden")
        assert "Not available right now" in auditor.open("runs/").text
        transaction.set_rollback(True)
