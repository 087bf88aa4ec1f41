"""Says a canary everywhere it can be said, through the product's own doors, then erases it; in a process of its own."""

from io import StringIO
from typing import Final

from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client

from conversation_search.audit.agents import audited_agents
from conversation_search.erasure import requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.requests import NewRequest
from conversation_search.models import Actor
from tests.api.door import LAUNCH, SLACK, Body, Door, said_by

CANARY: Final = "qvzxkwjqf"
"""No stem, no word of any language, nothing that is split."""
SLUG: Final = "canary"
REASON: Final = "CASE-17: she asked for it in writing"


def say() -> None:
    """Say it in messages; search, remember, reply, export, open pages, and be refused with it."""
    call_command("migrate", verbosity=0)
    door = Door(slug=SLUG).registers("mesh")
    for number in range(3):
        door.says("ana", LAUNCH, f"the {CANARY} is on friday, number {number}", f"m{number}")
    door.says("ana", LAUNCH, f"edited to {CANARY}", "m0", edited_at="2026-11-30T10:00:00+01:00")
    door.says("ana", LAUNCH, f"{CANARY} " * 2_000, "long")
    run_id = door.opens(LAUNCH, said_by("ana", f"what of the {CANARY}?", "question"))["run_id"]
    for body in (
        {"query": CANARY},
        {"query": f'"{CANARY} is" {CANARY[:-1]}'},
        {"query": CANARY, "after": CANARY},
    ):
        door.post(f"/runs/{run_id}/tools/search_history", body, **{"idempotency-key": str(len(body))})
    told: tuple[tuple[str, Body], ...] = (
        ("tools/remember", {"text": f"the {CANARY} lands on friday"}),
        ("reply", {"text": f"the {CANARY} is on friday"}),
        ("delivered", {"external_message_ids": ["posted"]}),
    )
    for path, sent in told:
        assert door.post(f"/runs/{run_id}/{path}", sent).status in {200, 201}, path
    echo = said_by("mesh", f"the {CANARY} is on friday", "posted")
    door.post("/messages", {"messages": [{"connector": SLACK, "conversation": LAUNCH, **echo}]})
    door.post("/messages", {"messages": [{"connector": SLACK, "conversation": LAUNCH, "text": CANARY}]})
    user = User.objects.create_user("dana")
    user.groups.set(Group.objects.filter(name__in=["auditor", "compliance officer", "retention admin"]))
    reader = Client(raise_request_exception=False)
    reader.force_login(user)
    for page in ("", "searches/", "runs/", "messages/", "erasures/", "access-log/"):
        reader.get(f"/audit/{page}")
    reader.post("/audit/exports/searches/", {"format": "jsonl", "reason": REASON})
    call_command("rebuild_search_documents", stdout=StringIO(), stderr=StringIO())


def erase() -> None:
    """Erase all that Ana said and all that was built on it, asked for by one and approved by another."""
    agent = audited_agents().by_slug[SLUG]
    ana = Actor.objects.get(runtime_agent_id=agent.agent_id, external_id="ana")
    request_id = requests.ask(
        NewRequest(agent.agent_id, "person", REASON, actor_id=ana.pk), Who("user", 1, "rita")
    )
    for _ in range(2):
        requests.choose(requests.find(request_id), None, "erase", None, Who("user", 1, "rita"))
    request = requests.find(request_id)
    requests.decide(request, Who("user", 2, "omar"), request.version, is_approved=True)
    call_command("run_erasures")
    call_command("scrub_storage")
