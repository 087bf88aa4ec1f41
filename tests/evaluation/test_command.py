"""The command, on a data set small enough to know every answer."""

import json
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.database import value
from tests.evaluation.datasets import conversation, question, tiny, write

pytestmark = pytest.mark.django_db


def evaluate(folder: Path, *options: str) -> str:
    """Run the command and return what it prints."""
    out = StringIO()
    call_command("evaluate_search", str(folder), *options, stdout=out)
    return out.getvalue()


def figures(folder: Path, *options: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Run it with --json and return the rows by category and ranking."""
    rows = json.loads(evaluate(folder, "--json", *options))
    return {(row["category"], row["ranking"]): row for row in rows}


def mean(row: dict[str, Any], figure: str) -> float:
    """Return one figure of a row."""
    known: float = row["estimates"][figure]["mean"]
    return known


def test_every_answer_that_holds_a_word_is_found(tmp_path: Path) -> None:
    rows = figures(tiny(tmp_path))
    assert mean(rows["identifiers", "current"], "mrr") == 1
    assert mean(rows["names", "current"], "r_10") == 0.75, "one answer shares no word with its question"
    assert mean(rows["names", "current"], "c_10") == 1, "and stands beside the one that does"
    assert rows["all", "current"]["questions"] == 3


def test_inside_the_conversation_no_other_one_is_found(tmp_path: Path) -> None:
    conversations = [conversation("Monday"), conversation("Monday Monday", name="c2")]
    folder = write(tmp_path, conversations, [question("Monday", "c1/0")])
    assert mean(figures(folder)["all", "current"], "mrr") == 1
    apart = figures(folder, "--scope", "perspective")
    assert mean(apart["all", "current"], "mrr") == 0.5


def test_rankings_stand_side_by_side_with_the_difference_from_the_first(tmp_path: Path) -> None:
    rows = figures(tiny(tmp_path), "--ranking", "current", "--ranking", "seed", "--ranking", "recency=0")
    assert [ranking for category, ranking in rows if category == "all"] == ["current", "seed", "recency=0"]
    assert rows["all", "current"]["difference"] is None
    assert rows["all", "seed"]["difference"]["mean"] <= 0


@pytest.mark.parametrize("engine", ["bm25s", "tantivy"])
def test_other_engines_answer_the_same_questions(tmp_path: Path, engine: str) -> None:
    assert mean(figures(tiny(tmp_path), "--ranking", engine)["identifiers", engine], "mrr") == 1


def test_a_category_apart_is_shown_and_not_summed(tmp_path: Path) -> None:
    rows = figures(tiny(tmp_path), "--apart", "names")
    assert {category: row["questions"] for (category, _), row in rows.items()} == {
        "all": 1,
        "identifiers": 1,
        "names": 2,
    }


def test_nothing_stays_of_what_was_stored(tmp_path: Path) -> None:
    before = value("SELECT count(*) FROM runtime_agents"), value("SELECT count(*) FROM message_events")
    evaluate(tiny(tmp_path))
    after = value("SELECT count(*) FROM runtime_agents"), value("SELECT count(*) FROM message_events")
    assert after == before


def test_the_table_says_what_was_searched_and_what_was_left_out(tmp_path: Path) -> None:
    printed = evaluate(tiny(tmp_path), "--scope", "perspective")
    assert "all conversations in one perspective" in printed
    assert "| all | 3 | current | " in printed
    assert printed.endswith("Left out, because no message answers them: 1 questions.\n")


def test_the_output_holds_every_question_and_no_text(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    evaluate(tiny(tmp_path), "--output", str(path), "--queries", "2")
    written = json.loads(path.read_text(encoding="utf-8"))
    assert [each["category"] for each in written["questions"]] == ["names", "identifiers"]
    assert written["questions"][1]["scores"]["current"]["r_5"] == 1
    assert "Tuesday" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("best", "There is no ranking of this name. There are: current, "),
        ("charm=1", "There is no weight of this name. There are: recency, "),
        ("recency=much", "The weight of recency must be a number."),
    ],
)
def test_an_unknown_ranking_is_refused_with_those_that_there_are(
    tmp_path: Path, name: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        evaluate(tiny(tmp_path), "--ranking", name)


def test_an_unreadable_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        evaluate(tmp_path / "nowhere")


def test_a_message_of_the_future_is_refused_by_its_id(tmp_path: Path) -> None:
    late = conversation("hello")
    late["messages"][0]["sent_at"] = "9999-01-01T00:00:00Z"
    folder = write(tmp_path, [late], [question("hello", "c1/0")])
    with pytest.raises(CommandError, match=r"conversations\.jsonl: The message c1/0 was rejected: .* future"):
        evaluate(folder)


def test_an_engine_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(CommandError, match=r"tantivy is not installed\. `make setup` installs it"):
        evaluate(tiny(tmp_path), "--ranking", "tantivy")


def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        evaluate(tiny(tmp_path), "--output", str(tmp_path / "no" / "out.json"))
