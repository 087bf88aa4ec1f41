"""What the codes of the audit mean, in one plain sentence each."""

from dataclasses import dataclass
from typing import Final

from audit_ui.roles import Role

MINUS: Final = "\N{MINUS SIGN}"
NOTHING: Final = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Word:
    """One code, what it is called here, and what it means."""

    code: str
    label: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Rule(Word):
    """A rule that removes matches; `protects` tells whether it keeps a secret or only keeps order."""

    protects: bool


def _by_code(*words: Word) -> dict[str, Word]:
    return {word.code: word for word in words}


RULES: Final[dict[str, Rule]] = {
    rule.code: rule
    for rule in (
        Rule(
            "already_in_context",
            "Already in context",
            "The agent had read it in this turn, or was answering it; showing it twice would waste the turn's budget.",
            protects=False,
        ),
        Rule(
            "no_evidence",
            "No evidence",
            "Nobody knows who could read it where it was said. Protects what was never vouched for.",
            protects=True,
        ),
        Rule(
            "audience",
            "Audience",
            "Someone who reads this room could not read it there. Protects private rooms and direct messages.",
            protects=True,
        ),
        Rule(
            "lineage",
            "Lineage",
            "Built on something that may not be shown here, or that was deleted. Protects secrets from being retold.",
            protects=True,
        ),
        Rule(
            "below_cutoff",
            "Below the cutoff",
            "It may be shown here, and others matched better. Nothing is protected; the list has an end.",
            protects=False,
        ),
    )
}

DELETED: Final = Rule("deleted", "Deleted", "Its text is gone, so there is nothing to show.", protects=True)
EXPIRED: Final = Rule(
    "expired",
    "Expired",
    "Its room's retention policy hides it; a run of retention deletes it.",
    protects=True,
)

STATUSES: Final = _by_code(
    Word("ok", "Answered", "Messages were found and shown."),
    Word("no_matches", "Nothing found", "Nothing matched that may be shown in this room."),
    Word(
        "search_budget_exhausted",
        "Budget used up",
        "The turn had been shown 400 messages; the search added none.",
    ),
    Word("refused", "Refused", "The request could not be accepted; nothing was searched or shown."),
    Word("timed_out", "Timed out", "The search took too long and was given up; nothing was shown."),
    Word("failed", "Failed", "Something broke; nothing was shown."),
)

COMPONENTS: Final = _by_code(
    Word("lexical", "Words", "How many of the words asked for it holds, rare ones counting more."),
    Word("recency", "Recency", "How new it is; halved every 90 days."),
    Word("same_conversation", "Same room", "It was said in the room that is being answered."),
    Word("recent_window", "Just said", "One of the room's latest messages; it counts against it."),
    Word("same_actor", "Same person", "The person being answered said it."),
    Word("same_organization", "Same organization", "Someone of the requester's organization said it."),
    Word("requester_spoke", "Took part", "The person being answered has spoken in its room."),
    Word("named_speaker", "Named", "The query names whoever said it."),
    Word("neighbors", "Neighbours", "Messages beside it match as well."),
    Word("semantic", "Meaning", "How near its meaning is, where semantic search is on."),
)

KINDS: Final = _by_code(
    Word("direct", "Direct message", "One person and the agent."),
    Word("group_direct", "Group message", "A few people and the agent."),
    Word("private_channel", "Private channel", "Whoever is a member."),
    Word("public_channel", "Public channel", "Everybody of the workspace."),
)

VISIBILITIES: Final = _by_code(
    Word("public", "Public", "Anyone."),
    Word("workspace", "Workspace", "Everybody of the workspace."),
    Word("members", "Members", "The people listed, and nobody else."),
)

ACTIONS: Final = _by_code(
    Word("viewed", "Looked", "Opened a page."),
    Word("signed_in", "Signed in", "Came in with a password."),
    Word("exported", "Exported", "Began to download rows."),
    Word("export_ended", "Export ended", "Had downloaded all rows, or broke off."),
    Word("asked", "Asked", "Wants a name, an erasure or a choice in one; a second person decides."),
    Word("decided", "Decided", "Granted, approved, refused or took back."),
    Word("revealed", "Saw a name", "Was shown who a pseudonym stands for."),
)

OUTCOMES: Final = _by_code(
    Word("shown", "Done", "It was done."),
    Word("refused", "Refused", "No role of the reader allows it."),
    Word("not_found", "Not found", "There was nothing at that address."),
)

PAGES: Final = {
    "overview": "Overview",
    "runs": "Runs",
    "run": "A run",
    "searches": "Searches",
    "search": "A search",
    "messages": "Messages",
    "message": "A message",
    "explain": "Explain",
    "reveals": "Names",
    "reveal": "A name",
    "ask_reveal": "Asking for a name",
    "decide_reveal": "Deciding on a name",
    "retention": "Retention",
    "retention_change": "A change of retention",
    "preview_retention": "Preview of a change",
    "ask_retention": "Asking for a change",
    "decide_retention": "Deciding on a change",
    "holds": "Legal holds",
    "hold": "A legal hold",
    "place_hold": "Placing a hold",
    "ask_release": "Asking for a release",
    "decide_release": "Deciding on a release",
    "erasures": "Erasures",
    "erasure": "An erasure",
    "ask_erasure": "Asking for an erasure",
    "link_erasure": "Confirming linked accounts",
    "choose_erasure": "Choosing for an erasure",
    "decide_erasure": "Deciding on an erasure",
    "withdraw_erasure": "Taking an erasure back",
    "erasure_receipt": "A receipt",
    "erasure_receipt_json": "A receipt as JSON",
    "verify_erasure": "Verifying an erasure",
    "access_log": "Access log",
    "exports": "Exports",
    "export": "An export",
    "integrity": "Integrity",
    "download_checkpoints": "Checkpoints",
    "index_health": "Index health",
    "glossary": "Glossary",
    "save_view": "Saving a view",
    "forget_view": "Forgetting a view",
    "sign_in": "Sign in",
}

ROLES: Final[dict[Role, Word]] = {
    Role.AUDITOR: Word(
        "auditor", "Auditor", "Reads searches, runs, messages' lineage and the access log; asks for names."
    ),
    Role.OFFICER: Word(
        "compliance officer",
        "Compliance officer",
        "Reads what an auditor reads; exports; places holds; asks for erasures; decides on what others ask for.",
    ),
    Role.RETENTION: Word(
        "retention admin",
        "Retention admin",
        "Reads figures, holds and lineage; asks for changes of retention and erasures, and decides on others'.",
    ),
    Role.PLATFORM: Word(
        "platform admin",
        "Platform admin",
        "Runs the service: agents, connectors, keys, users. Here: figures only.",
    ),
}

GLOSSARY: Final = (
    ("Run", "One turn of an agent: one message to answer, and the reply."),
    ("Requester", "The person being answered. Shown as a pseudonym."),
    ("Room", "A channel or a direct message. Private ones are shown as a pseudonym."),
    ("Destination", "Everyone who would read the answer, at that moment."),
    ("Audience", "Everyone who may read a message."),
    ("Evidence", "The audience stored with a message. Without it nobody is ever shown the message."),
    ("Lineage", "What a reply was built from, and that from, and so on."),
    ("Ledger", "Every message the agent was shown in one run, at most 400 through searches."),
    ("Window", "The newest messages of the room, loaded when the run opens."),
    ("Memory", "What an agent noted down in a run; as private as everything that run was shown."),
    ("Neighbour", "A message shown beside a hit, so that it reads as an exchange."),
    ("Recheck", "The rule is asked once more about everything shown, just before the reply is stored."),
    (
        "Withheld",
        "Matches that a protecting rule kept out; of a reply: no longer shown because a source was deleted.",
    ),
    ("Expired", "Older than its room's retention policy allows: hidden at once, deleted by the next run."),
    (
        "Legal hold",
        "Text that it covers is not destroyed, whoever deletes it. It lets nobody read anything, and stays on record.",
    ),
    (
        "Legal minimum",
        "Days for which text is kept although it was deleted or has expired. Nobody is shown it meanwhile.",
    ),
    ("Purge", "The end of a text that a hold or a legal minimum had kept after its deletion."),
    ("Erasure", "Taking a text out of every store for good, after a second person approved it."),
    (
        "Receipt",
        "What every store held of an erasure before and holds after, looked at in a later transaction.",
    ),
    ("Tombstone", "What is left of a deleted message while something is built on it: its audience, no text."),
    ("Degraded", "The search had to do without something. It never shows more because of that."),
    ("Replay", "A repeated request was given the answer of the first again, after a new check."),
    (
        "Query digest",
        "Stands for the words of a query. Equal queries have equal digests; the words cannot be had from it.",
    ),
    ("Pseudonym", "A kind and a short id that stand for a person or a private room, the same everywhere."),
    (
        "Seal",
        "Every row of the audit has a number and a hash. Signed checkpoints over them show any later change.",
    ),
    (
        "Checkpoint",
        "Signed: how many rows were sealed, the root of their hashes, and which checkpoint came before.",
    ),
    (
        "Pruned",
        "Removed because it was old, in whole sealed segments; its checkpoints stay, so the rest still verifies.",
    ),
    (
        "Counting ceiling",
        "Up to 1,000 matches every count is exact; beyond, counts may be less than the truth.",
    ),
)
