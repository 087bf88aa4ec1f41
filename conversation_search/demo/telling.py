"""How the story looks in a terminal of 80 to 100 columns, with or without colours."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from conversation_search.demo.stage import Asked, Hit
from conversation_search.demo.story import ANSWER, HOW, REMARK, REPLY, SOURCE, WHO, Deleted, Laundered, Scene
from conversation_search.demo.workspace import QUERY, QUESTION, Room
from conversation_search.importers.slack_report import Report

PLACES: Final = {
    "direct": "a direct message",
    "group_direct": "a group message",
    "private_channel": "a private channel",
    "public_channel": "a public channel",
}
RULES: Final = {
    "audience": "someone who reads this room could not read it where it was said",
    "no_evidence": "the agent's own old posts: nobody knows what they were built from",
    "lineage": "built on something that may not be shown here, or that was deleted",
    "already_in_context": "the question itself",
    "below_cutoff": "allowed, and ranked below what was shown",
}


def opening(report: Report) -> Iterator[RenderableType]:
    """Tell what was imported."""
    yield heading("A workspace is imported")
    stored = ", ".join(f"{count} {status}" for status, count in sorted(report.stored.items()))
    yield prose(
        f"Tidewell, who make booking software and move to a new cluster: {report.entries} entries of a Slack "
        f"export in {report.rooms} rooms, {stored}, {report.skipped.total()} skipped. The agent is in every room."
    )


def same_question(scene: Scene) -> Iterator[RenderableType]:
    """Tell what came back in each room, and show it as a table."""
    yield heading(f"1  The same question in every kind of room: “{QUESTION}”")
    yield prose(
        f"Each time the agent searches all of its history for `{QUERY}` and {scene.asked[0].audit['matched']} messages "
        "match. What comes back depends on who will read the answer. The best hit of each place:"
    )
    yield from (answer(asked) for asked in scene.asked)
    yield prose("Why the rest was withheld, by the first rule that removed it:")
    yield legend({rule for asked in scene.asked for rule in asked.withheld})
    yield prose("So, from where (down) to where (across) anything came through:")
    yield matrix(scene)


def laundered(scene: Laundered) -> Iterator[RenderableType]:
    """Tell of the reply that stays hidden although its words are harmless."""
    yield heading("2  A reply is as private as what it was built on")
    yield prose(
        f"#go-no-go is a private channel of Priya and Marcus. Marcus writes “{REMARK}” and asks the agent “{WHO}” It "
        f"reads {len(scene.history_message_ids)} messages, their group message among them, and replies:"
    )
    yield quotation(REPLY)
    yield prose(
        "Then Sofia joins the channel. Slack lets her scroll back, so what was said there is hers to find, but she was "
        "never in the group message. All three look for the reply and for the remark:"
    )
    yield searches(
        {
            "Priya in #go-no-go": scene.before,
            "Sofia in #go-no-go, having joined": scene.after,
            "Sofia in #launch": scene.elsewhere,
        }
    )
    yield legend({"lineage", "audience"})


def deleted(scene: Deleted) -> Iterator[RenderableType]:
    """Tell of the reply whose source is deleted."""
    yield heading("3  What is deleted is not quoted any more")
    yield prose(f"In #deal-desk Yuki writes “{SOURCE}” Daniel asks the agent “{HOW}” and it replies:")
    yield quotation(ANSWER)
    yield prose("Then Yuki deletes her message. Daniel looks for the reply before and after that:")
    yield searches({"before": scene.before, "after": scene.after})
    yield legend({"lineage"})


def audit_row(asked: Asked) -> Iterator[RenderableType]:
    """Show the row that one search of the first scene left."""
    row = asked.audit
    yield heading("4  Every search leaves a row, without a word of any message")
    yield prose(
        f"GET /api/v1/operator/searches/{row['search_id']}: {asked.person.first_name} in {place_of(asked.room)}."
    )
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for name, value in audit_fields(row).items():
        table.add_row(name, Text(value))
    yield Padding(table, (0, 0, 1, 2))


def audit_fields(row: Mapping[str, Any]) -> dict[str, str]:
    """Return what is shown of an audit row, as text."""
    selected, exclusions = row["selected"], row["exclusions"]
    destination = row["destination"]
    best = selected[0]
    components = ", ".join(f"{name} {value:.2f}" for name, value in best["components"].items() if value)
    removed = " + ".join(f"{count} {rule}" for rule, count in exclusions.items() if count)
    return {
        "search_id, run_id": f"{row['search_id']}, {row['run_id']}",
        "requester": row["requester"]["external_id"],
        "destination": f"{destination['visibility']} of {destination['namespace']}, {destination['kind']}, "
        f"read by {', '.join(destination['readers'] or ['everybody there'])}",
        "query_digest": row["query_digest"] or "(none: MESH_AGENT_MASTER_KEY is not set)",
        "filters": ", ".join(f"{name} {value}" for name, value in sorted(row["filters"].items()) if value),
        "selected": f"{len(selected)} messages; first {best['message_id']}, score {best['score']:.3f} ({components})",
        "exclusions": removed,
        "matched": f"{row['matched']} = {len(selected)} selected + {sum(exclusions.values())} excluded",
        "ranking": f"{row['ranking']}, {row['status']}",
    }


def heading(text: str) -> RenderableType:
    """Return the heading of a scene."""
    return Padding(Rule(Text(text, style="bold"), align="left", style="dim"), (1, 0, 1, 0))


def prose(text: str) -> RenderableType:
    """Return a paragraph."""
    return Padding(Text(text), (0, 0, 1, 0))


def quotation(text: str) -> RenderableType:
    """Return a line that somebody wrote."""
    return Padding(Text(f"“{text}”", style="italic"), (0, 0, 1, 4))


def answer(asked: Asked) -> RenderableType:
    """Return what came back in one room."""
    title = Text.assemble(
        (f"{asked.person.first_name} in {place_of(asked.room)}", "bold"), f": {len(asked.hits)} shown"
    )
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True, min_width=15)
    table.add_column(no_wrap=True, min_width=14)
    table.add_column(ratio=1)
    for hit in best_by_place(asked.hits):
        text = Text(hit.text.replace("\n", " "), no_wrap=True, overflow="ellipsis")
        table.add_row(hit.where, hit.speaker, text)
    return Padding(Group(title, Padding(table, (0, 0, 0, 2)), withheld(asked)), (0, 0, 1, 0))


def place_of(room: Room) -> str:
    """Return a room with its kind."""
    named = room.label if room.label.startswith("#") else ""
    return f"{named} ({PLACES[room.kind].removeprefix('a ')})" if named else PLACES[room.kind]


def best_by_place(hits: tuple[Hit, ...]) -> list[Hit]:
    """Return the best hit of each place, best first."""
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit.where, hit)
    return list(best.values())


def withheld(asked: Asked) -> Text:
    """Return how much was withheld, by rule."""
    counts = ", ".join(f"{rule} {count}" for rule, count in asked.withheld.items())
    return Text(f"  withheld: {counts or 'nothing'}", style="yellow")


def legend(rules: set[str]) -> RenderableType:
    """Return what each of these rules means."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="yellow", no_wrap=True)
    table.add_column()
    for rule, meaning in RULES.items():
        if rule in rules:
            table.add_row(rule, meaning)
    return Padding(table, (0, 0, 1, 2))


def matrix(scene: Scene) -> RenderableType:
    """Return a table of which room's messages came back in which room."""
    rooms = [asked.room for asked in scene.asked]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    table.add_column("said in", no_wrap=True)
    for room in rooms:
        table.add_column(room.label.replace("-", "-\n"), justify="center", max_width=12)
    for origin in rooms:
        table.add_row(origin.label, *(mark(found=scene.reaches(origin, there)) for there in rooms))
    return Padding(table, (0, 0, 1, 2))


def mark(*, found: bool) -> Text:
    """Return one cell of the table."""
    return Text("yes", style="green") if found else Text("-", style="dim")


def searches(asked: Mapping[str, Asked]) -> RenderableType:
    """Return a table of searches: what each found, and what was withheld from it."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 2, 0, 0))
    for name in ("asked", "found", "withheld"):
        table.add_column(name)
    for label, one in asked.items():
        found = "\n".join(f"{hit.speaker}: {hit.text}" for hit in one.hits) or "nothing"
        counts = ", ".join(f"{rule} {count}" for rule, count in one.withheld.items()) or "nothing"
        table.add_row(label, Text(found), Text(counts, style="yellow"))
    return Padding(table, (0, 0, 1, 2))
