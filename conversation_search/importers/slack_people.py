"""Who is who in an export: names, organizations, and who is not of this workspace."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from conversation_search.importers.slack_reasons import Problem
from conversation_search.importers.slack_records import User
from conversation_search.importers.slack_values import (
    JsonObject,
    flag,
    identifier,
    name_of,
    object_of,
    text_of,
)

SLACKBOT = "USLACKBOT"

_GUEST_FLAGS = ("is_restricted", "is_ultra_restricted", "is_stranger")
_OWNER_FLAGS = ("is_owner", "is_admin")
_NOBODYS_TEAM = ""


@dataclass(frozen=True, slots=True)
class People:
    """The users of an export, and the teams that belong to the exported workspace.

    `own_teams` is None where the user list names no teams at all: then a team id tells nothing.
    """

    users: Mapping[str, User]
    own_teams: frozenset[str] | None
    by_bot_id: Mapping[str, User]
    by_app_id: Mapping[str, User]
    vouched_for: frozenset[str] = frozenset({SLACKBOT})

    def is_foreign_team(self, team: object) -> bool:
        """Whether a team id names another workspace than the exported one."""
        name = text_of(team)
        return bool(name) and self.own_teams is not None and name not in self.own_teams

    def is_external(self, user_id: str) -> bool:
        """Whether this account is a guest or foreign. One in no list is, unless somebody vouches for it."""
        user = self.users.get(user_id)
        return user.is_external if user else user_id not in self.vouched_for


def read_people(
    values: Iterable[object], problems: Counter[str], vouched_for: frozenset[str] = frozenset()
) -> People:
    """Read the entries of the user lists; an account listed twice is external if any of its entries says so.

    `vouched_for` are accounts known to be of the workspace even where no list names them: the agent's own.
    """
    entries: dict[str, list[JsonObject]] = defaultdict(list)
    for value in values:
        if not isinstance(value, dict):
            problems[Problem.USER_NOT_AN_OBJECT] += 1
        elif (user_id := identifier(value.get("id"))) is None:
            problems[Problem.USER_WITHOUT_ID] += 1
        else:
            entries[user_id].append(value)
    everyone = [entry for listed in entries.values() for entry in listed]
    own_teams = teams_of(everyone, own_organization(everyone))
    users = {user_id: user_from(user_id, listed, own_teams) for user_id, listed in entries.items()}
    bots = sole_owners((bot_id, user) for user in users.values() for bot_id in user.bot_ids)
    apps = sole_owners((user.app_id, user) for user in users.values() if user.app_id)
    return People(users, own_teams, bots, apps, vouched_for | {SLACKBOT})


def organization_of(entry: JsonObject) -> str | None:
    """Return the enterprise where there is one, else the team."""
    enterprise = object_of(entry.get("enterprise_user")).get("enterprise_id") or entry.get("enterprise_id")
    return identifier(enterprise) or identifier(entry.get("team_id"))


def is_guest(entry: JsonObject) -> bool:
    """Whether the account is a guest of the workspace or a stranger to it."""
    return any(flag(entry.get(name)) for name in _GUEST_FLAGS)


def own_organization(entries: list[JsonObject]) -> str | None:
    """Return the organization that was exported; None where no entry names one.

    The primary owner's tells most, then the administrators', then the majority's: a small workspace may list
    more foreign accounts than its own. A draw gives nobody's team, so that everyone counts as external.
    """
    if not any(organization_of(entry) for entry in entries):
        return None
    tests: tuple[Callable[[JsonObject], bool], ...] = (
        lambda entry: flag(entry.get("is_primary_owner")),
        lambda entry: any(flag(entry.get(name)) for name in _OWNER_FLAGS),
        lambda _entry: True,
    )
    for test in tests:
        winner = clear_winner(entry for entry in entries if test(entry) and not is_guest(entry))
        if winner is not None:
            return winner
    return _NOBODYS_TEAM


def clear_winner(entries: Iterable[JsonObject]) -> str | None:
    """Return the organization that most of these accounts belong to, unless two lead."""
    votes = Counter(name for entry in entries if (name := organization_of(entry)))
    leaders = votes.most_common(2)
    if not leaders or (len(leaders) > 1 and leaders[0][1] == leaders[1][1]):
        return None
    return leaders[0][0]


def teams_of(entries: Iterable[JsonObject], organization: str | None) -> frozenset[str] | None:
    """Return every team id under which the organization's own accounts appear."""
    if organization is None:
        return None
    teams = {organization}
    for entry in entries:
        if organization_of(entry) == organization:
            joined = object_of(entry.get("enterprise_user")).get("teams")
            names = [entry.get("team_id"), *(joined if isinstance(joined, list) else [])]
            teams.update(name for name in names if isinstance(name, str) and name)
    return frozenset(teams)


def user_from(user_id: str, entries: list[JsonObject], own_teams: frozenset[str] | None) -> User:
    """Make one user of all entries that carry this id."""
    organizations = {name for entry in entries if (name := organization_of(entry))}
    foreign = own_teams is not None and not organizations <= own_teams
    profiles = [object_of(entry.get("profile")) for entry in entries]
    bot_ids = {bot for profile in profiles if (bot := identifier(profile.get("bot_id")))}
    app_ids = {app for profile in profiles if (app := identifier(profile.get("api_app_id")))}
    return User(
        external_id=user_id,
        display_name=display_name(entries[0]) or user_id,
        organization=organizations.pop() if len(organizations) == 1 else None,
        is_external=foreign or any(is_guest(entry) for entry in entries),
        is_bot=user_id == SLACKBOT or any(flag(entry.get("is_bot")) for entry in entries),
        bot_ids=tuple(sorted(bot_ids)),
        app_id=app_ids.pop() if len(app_ids) == 1 else None,
    )


def display_name(entry: JsonObject) -> str:
    """Return the name that Slack shows: the chosen one, else the real one, else the handle."""
    profile = object_of(entry.get("profile"))
    candidates = (
        profile.get("display_name"),
        entry.get("display_name"),
        profile.get("real_name"),
        entry.get("real_name"),
        profile.get("name"),
        entry.get("name"),
    )
    return next((name for value in candidates if (name := name_of(value))), "")


def sole_owners(owned: Iterable[tuple[str, User]]) -> dict[str, User]:
    """Map each id that belongs to exactly one account to that account."""
    owners: dict[str, list[User]] = defaultdict(list)
    for owned_id, user in owned:
        owners[owned_id].append(user)
    return {owned_id: found[0] for owned_id, found in owners.items() if len(found) == 1}
