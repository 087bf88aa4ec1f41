"""Say who wrote an entry."""

from collections.abc import Iterator

from conversation_search.importers.slack_errors import NotImportedError
from conversation_search.importers.slack_people import SLACKBOT, People
from conversation_search.importers.slack_reasons import SkipReason
from conversation_search.importers.slack_records import Sender, User
from conversation_search.importers.slack_values import (
    JsonObject,
    flag,
    identifier,
    name_of,
    object_of,
    text_of,
)

BOT_PREFIX = "bot:"
USERNAME_PREFIX = "username:"

_GUEST_FLAGS = ("is_restricted", "is_ultra_restricted", "is_stranger")


def sender_of(entry: JsonObject, people: People) -> Sender:
    """Return the entry's author: its user, else the bot's account, else a stable id made for the bot.

    Raises NotImportedError where the entry names none that could be told apart.
    """
    user_id = entry.get("user") or object_of(entry.get("comment")).get("user")
    if user_id:
        valid = account_id(user_id)
        if valid is None:
            raise NotImportedError(SkipReason.SENDER_INVALID)
        return user_sender(valid, entry, people)
    account = bot_account(entry, people)
    if account is not None:
        return user_sender(account.external_id, entry, people)
    return bot_sender(entry, people)


def account_id(value: object) -> str | None:
    """Return a user id; None where it is unusable, or looks like one that we make for bots."""
    valid = identifier(value)
    return None if valid and valid.startswith((BOT_PREFIX, USERNAME_PREFIX)) else valid


def is_app(entry: JsonObject, people: People) -> bool:
    """Whether an app wrote the entry, be it under an account of its own or of a person who installed it."""
    user = people.users.get(text_of(entry.get("user")))
    by_bot = bool(user and user.is_bot)
    return by_bot or entry.get("subtype") == "bot_message" or bool(identifier(entry.get("bot_id")))


def user_sender(user_id: str, entry: JsonObject, people: People) -> Sender:
    """Make the sender for an account, listed or not; foreign if the list or the entry itself says so."""
    user = people.users.get(user_id)
    profile = object_of(entry.get("user_profile"))
    guest = any(flag(profile.get(name)) for name in _GUEST_FLAGS)
    return Sender(
        external_id=user_id,
        display_name=(user.display_name if user else unlisted_name(profile)) or user_id,
        organization=user.organization if user else foreign_team(entry, people),
        is_external=people.is_external(user_id) or guest or is_foreign(entry, people),
        is_bot=user.is_bot if user else user_id == SLACKBOT,
    )


def unlisted_name(profile: JsonObject) -> str:
    """Return the name that an entry carries for an author who is in no list."""
    names = (name_of(profile.get(key)) for key in ("display_name", "real_name", "name"))
    return next((name for name in names if name), "")


def bot_account(entry: JsonObject, people: People) -> User | None:
    """Return the one account that an app without a `user` posts for, by the bot's or the app's id."""
    profile = object_of(entry.get("bot_profile"))
    bot_id = text_of(entry.get("bot_id")) or text_of(profile.get("id"))
    app_id = text_of(entry.get("app_id")) or text_of(profile.get("app_id"))
    return people.by_bot_id.get(bot_id) or people.by_app_id.get(app_id)


def bot_sender(entry: JsonObject, people: People) -> Sender:
    """Make a sender for a bot without account: a prefix keeps its id apart from every user id."""
    profile = object_of(entry.get("bot_profile"))
    name = name_of(entry.get("username")) or name_of(profile.get("name"))
    bot_id = identifier(entry.get("bot_id")) or identifier(profile.get("id"))
    if not bot_id and not name:
        raise NotImportedError(SkipReason.SENDER_MISSING)
    return Sender(
        external_id=f"{BOT_PREFIX}{bot_id}" if bot_id else f"{USERNAME_PREFIX}{name}",
        display_name=name or f"{BOT_PREFIX}{bot_id}",
        organization=None,
        is_external=is_foreign(entry, people),
        is_bot=True,
    )


def is_foreign(entry: JsonObject, people: People) -> bool:
    """Whether the entry itself places its author in another workspace.

    Where the user list names no teams, a `user_team` or `source_team` that differs from the entry's `team`
    does.
    """
    if people.own_teams is not None:
        return any(people.is_foreign_team(team) for team in teams_in(entry))
    own = text_of(entry.get("team"))
    origins = (text_of(entry.get(key)) for key in ("user_team", "source_team"))
    return any(origin and origin != own for origin in origins)


def teams_in(entry: JsonObject) -> Iterator[object]:
    """Yield every team that the entry names for its author."""
    yield from (entry.get(key) for key in ("team", "user_team", "source_team"))
    yield object_of(entry.get("user_profile")).get("team")
    yield object_of(entry.get("bot_profile")).get("team_id")


def foreign_team(entry: JsonObject, people: People) -> str | None:
    """Return the first foreign team that the entry names."""
    return next((identifier(team) for team in teams_in(entry) if people.is_foreign_team(team)), None)
