"""Steps of an erasure, as the tests in this folder take them."""

import json
from typing import Any, Final

from conversation_search.erasure import execution, receipts, requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.receipts import Installation
from conversation_search.erasure.requests import NewRequest, RequestRow
from conversation_search.managers.erasure_items import DescendantRow, list_descendants
from conversation_search.models import Actor, Conversation, MessageEvent
from tests.cast import Cast
from tests.database import column, value

RITA: Final = Who("user", 1, "rita")
"""Asks."""
OMAR: Final = Who("user", 2, "omar")
"""Decides."""
HERE: Final = Installation("1.2.3", 30)
REASON: Final = "CASE-17: she asked for it in writing"
BODY: Final = "SELECT body FROM message_events WHERE id = %(id)s::bigint"


def ask_for_message(cast: Cast, *messages: MessageEvent) -> RequestRow:
    """Ask for the erasure of one message."""
    (message,) = messages
    return _asked(NewRequest(cast.agent.pk, "message", REASON, message_id=message.pk))


def ask_for_person(cast: Cast, person: Actor, **times: Any) -> RequestRow:  # noqa: ANN401 - moments
    """Ask for the erasure of what a person said."""
    return _asked(NewRequest(cast.agent.pk, "person", REASON, actor_id=person.pk, **times))


def ask_for_room(cast: Cast, room: Conversation, **times: Any) -> RequestRow:  # noqa: ANN401 - moments
    """Ask for the erasure of what was said in a room."""
    return _asked(NewRequest(cast.agent.pk, "conversation", REASON, conversation_id=room.pk, **times))


def ask_for_times(cast: Cast, **times: Any) -> RequestRow:  # noqa: ANN401 - moments
    """Ask for the erasure of what was said in some time."""
    return _asked(NewRequest(cast.agent.pk, "time_range", REASON, **times))


def _asked(wanted: NewRequest) -> RequestRow:
    return requests.find(requests.ask(wanted, RITA))


def again(request: RequestRow) -> RequestRow:
    """Read a request again."""
    return requests.find(request.request_id)


def choose(request: RequestRow, item: DescendantRow, choice: str, why: str | None = None) -> None:
    """Choose what becomes of one descendant."""
    requests.choose(request, [item.item_id], choice, why, RITA)


def approve(request: RequestRow) -> RequestRow:
    """Let the second person approve what there is to read now."""
    requests.decide(request, OMAR, again(request).version, is_approved=True)
    return again(request)


def carry_out(request: RequestRow) -> RequestRow:
    """Execute to the end."""
    for _ in execution.execute(request):
        pass
    return again(request)


def erase(request: RequestRow) -> RequestRow:
    """Approve and execute."""
    return carry_out(approve(request))


def built_on_it(request: RequestRow) -> list[DescendantRow]:
    """Return what was built on what is erased."""
    return list_descendants(request.request_id, 0, 100, None)


def only_descendant(request: RequestRow) -> DescendantRow:
    """Return the only one."""
    (only,) = built_on_it(request)
    return only


def states(request: RequestRow) -> list[tuple[int, str]]:
    """Return what became of each item, by its row."""
    return [
        (int(one.split()[0]), one.split()[1])
        for one in column(
            """
            SELECT subject_id || ' ' || state FROM erasure_items
            WHERE request_id = %(id)s::bigint ORDER BY kind, subject_id
            """,
            id=request.request_id,
        )
    ]


def body_of(message: MessageEvent) -> str | None:
    """Return the text of a message; None when not even its tombstone is left."""
    found = column(BODY, id=message.pk)
    return found[0] if found else None


def receipt_of(request: RequestRow) -> dict[str, Any]:
    """Verify, and return the parsed receipt."""
    parsed: dict[str, Any] = json.loads(receipts.verify(again(request), HERE).document)
    return parsed


def stores_of(receipt: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Return of each store what was there before, deleted and left."""
    return {one["store"]: (one["before"], one["deleted"], one["after"]) for one in receipt["stores"]}


def count(table: str, column_name: str, *numbers: int) -> int:
    """Count the rows of a table that name one of these rows."""
    found: int = value(
        f"SELECT count(*) FROM {table} WHERE {column_name} = ANY (%(ids)s::bigint[])",  # noqa: S608 - ours
        ids=list(numbers),
    )
    return found
