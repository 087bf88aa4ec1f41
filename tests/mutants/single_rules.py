"""The mutants of single parts of rules, each with the contract test that is named for what it breaks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.cast import Cast
from tests.contract import test_agent_authorship as authorship
from tests.contract import test_deletion as deletion
from tests.contract import test_edits as edits
from tests.contract import test_guests as guests
from tests.contract import test_immutability as immutability
from tests.contract import test_lineage as lineage
from tests.contract import test_matrix as matrix
from tests.contract import test_narrowing as narrowing
from tests.contract import test_readers as readers
from tests.ingest import test_late_messages as late
from tests.ingest import test_own_accounts as own

ALLOWS: Final = "functions/mesh_audience_allows_v2"
AUDIENCES: Final = "functions/mesh_allowed_audiences_v3"
NARROWED: Final = "functions/mesh_has_narrowed_v1"
DESTINATION: Final = "functions/mesh_destination_audience_v2"
ORIGIN: Final = "functions/mesh_conversation_audience_v1"
CLOSE: Final = "functions/mesh_close_lineage_v2"
WALK: Final = "functions/mesh_lineage_walk_v2"
NARROW: Final = "functions/mesh_narrow_messages_v2"
EVIDENCE: Final = "triggers/message_source_evidence_v1"
MESSAGES: Final = "functions/mesh_after_message_event_v3"
WITHHOLD: Final = "functions/mesh_withhold_quotes_v3"
ACTORS: Final = "triggers/actors_v1"
PAST: Final = "triggers/past_audiences_v1"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One piece of one file of `migrations/sql`, what it becomes, and how the test that must fail is called."""

    file: str
    piece: str
    becomes: str
    caught_by: Callable[[Cast], Any]


def _matrix(_cast: Cast) -> None:
    matrix.test_every_pair_of_well_formed_audiences_is_decided_as_the_oracle_decides_it(matrix.FEW_READERS)


def _malformed(_cast: Cast) -> None:
    matrix.test_a_missing_or_unknown_field_of_either_side_is_a_no("workspace", "private_channel")


MUTANTS: Final = {
    "a malformed origin": Mutant(ALLOWS, "public.mesh_audience_known(origin)", "true", _malformed),
    "a malformed destination": Mutant(ALLOWS, "public.mesh_audience_known(destination)", "true", _malformed),
    "restricted text elsewhere": Mutant(ALLOWS, "NOT (origin).restricted OR", "true OR", _matrix),
    "workspace text on another connector": Mutant(
        ALLOWS,
        "(origin).visibility = 'workspace' AND (origin).connector_id = (destination).connector_id",
        "(origin).visibility = 'workspace'",
        _matrix,
    ),
    "workspace text for nobody known": Mutant(
        ALLOWS, "'members' AND cardinality((destination).readers) > 0)", "'members')", _matrix
    ),
    "workspace text among guests": Mutant(ALLOWS, "NOT (destination).externally_shared", "true", _matrix),
    "text of before the guests": Mutant(ALLOWS, "(origin).externally_shared AND ", "true AND ", _matrix),
    "shared text in another shared room": Mutant(
        ALLOWS,
        "(origin).externally_shared AND (origin).conversation_id = (destination).conversation_id",
        "(origin).externally_shared",
        _matrix,
    ),
    "members' text on another connector": Mutant(
        ALLOWS,
        "(origin).visibility = 'members' AND (origin).connector_id = (destination).connector_id",
        "(origin).visibility = 'members'",
        _matrix,
    ),
    "members' text of nobody known": Mutant(ALLOWS, "AND cardinality((origin).readers) > 0", "", _matrix),
    "members' text for nobody known": Mutant(
        ALLOWS, "AND cardinality((destination).readers) > 0 AND (", "AND (", _matrix
    ),
    "readers who were not there": Mutant(
        ALLOWS, "public.mesh_readers_within((destination).readers, (origin).readers)", "true", _matrix
    ),
    "joiners of a direct message": Mutant(
        ALLOWS,
        "(origin).kind = 'private_channel' AND (destination).kind = 'private_channel'",
        "(origin).kind = (destination).kind",
        _matrix,
    ),
    "joiners of a room that became something else": Mutant(
        ALLOWS, "AND (destination).kind = 'private_channel'", "", _matrix
    ),
    "joiners of another room": Mutant(
        ALLOWS,
        "AND (origin).conversation_id = (destination).conversation_id AND (destination).joiners_read_history",
        "AND (destination).joiners_read_history",
        _matrix,
    ),
    "joiners where the platform hides history": Mutant(
        ALLOWS, "AND (destination).joiners_read_history", "", _matrix
    ),
    "joiners of explicitly named readers": Mutant(ALLOWS, "AND NOT (origin).explicit", "", _matrix),
    "large rooms": Mutant(
        "functions/mesh_many_readers_within_v1",
        "NOT EXISTS",
        "EXISTS",
        lambda _: readers.test_large_rooms_are_compared_as_small_ones_are(),
    ),
    "the destination a run was opened with": Mutant(
        AUDIENCES,
        "destination.is_unchanged OR",
        "true OR",
        narrowing.test_a_run_that_was_opened_with_someone_who_left_shows_only_what_both_may_read,
    ),
    "a room that became restricted": Mutant(
        NARROWED,
        "((conversation).restricted AND NOT (audience).restricted)",
        "false",
        lambda cast: narrowing.test_a_room_that_narrows_narrows_what_was_said_there_before(
            cast, "restricted"
        ),
    ),
    "a room that became shared": Mutant(
        NARROWED,
        "((conversation).flagged_shared OR (conversation).has_external_participant)",
        "false",
        narrowing.test_a_room_that_becomes_shared_narrows_its_old_text_for_other_rooms_of_guests,
    ),
    "a room that became private": Mutant(
        NARROWED,
        "(audience).kind = 'public_channel' AND (conversation).kind <> 'public_channel'",
        "false",
        lambda cast: narrowing.test_a_room_that_narrows_narrows_what_was_said_there_before(cast, "private"),
    ),
    "two humans in a direct message": Mutant(
        ORIGIN,
        "cardinality(heard.readers) = 1",
        "true",
        readers.test_a_direct_message_where_two_humans_speak_has_no_audience_without_a_listing,
    ),
    "the speakers of a group": Mutant(
        ORIGIN,
        "WHEN conversation.kind = 'direct' THEN",
        "WHEN true THEN",
        lambda cast: readers.test_without_a_listed_human_the_readers_are_unknown(cast, "group_direct", None),
    ),
    "the requester": Mutant(
        DESTINATION, "|| (SELECT asking.readers FROM asking)", "", readers.test_the_requester_reads_the_answer
    ),
    "an unknown requester": Mutant(
        DESTINATION,
        "requester_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM asking)",
        "false",
        lambda cast: narrowing.test_a_requester_who_is_not_known_there_makes_the_readers_unknown(
            cast, "nobody"
        ),
    ),
    "who spoke since the listing": Mutant(
        DESTINATION,
        "CASE WHEN listed.readers IS NOT NULL THEN conversation.members_as_of END",
        "'infinity'",
        readers.test_whoever_spoke_since_the_listing_reads_the_answer,
    ),
    "the agent among the listed": Mutant(
        "functions/mesh_listed_readers_v3",
        "AND public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)",
        "AND false",
        lambda cast: readers.test_the_humans_who_are_listed_read_a_room_that_is_not_public(cast, "direct"),
    ),
    "the agent among the speakers": Mutant(
        "functions/mesh_heard_readers_v3",
        "AND NOT public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)",
        "",
        lambda cast: readers.test_a_direct_message_is_read_by_the_one_human_who_speaks_there(cast, None),
    ),
    "a reader whom a message calls an agent": Mutant(
        "functions/mesh_is_own_account_v1",
        "own_account IS NOT NULL OR",
        "true OR",
        own.test_a_listed_reader_whom_a_message_calls_an_agent_stays_a_reader,
    ),
    "the account that stood in": Mutant(
        "functions/mesh_is_own_account_v1",
        "own_account IS NOT NULL",
        "own_account = 'registered'",
        own.test_the_account_that_stood_in_is_no_reader_when_another_is_registered,
    ),
    "the sources of a reply": Mutant(
        CLOSE,
        "own_audience_id || together",
        "ARRAY[own_audience_id]",
        lineage.test_lineage_is_walked_through_replies_on_replies,
    ),
    "a source without evidence": Mutant(
        CLOSE,
        "OR NOT complete",
        "",
        lineage.test_a_reply_built_on_a_message_without_evidence_has_no_known_lineage,
    ),
    "a source that was deleted": Mutant(
        CLOSE,
        "CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END",
        "evidence.class_id",
        deletion.test_a_reply_stored_on_a_message_that_was_deleted_has_no_known_lineage,
    ),
    "the empty lineage": Mutant(
        "functions/mesh_intern_class_v1",
        "(cardinality(of_audience_ids) > 0) IS NOT TRUE",
        "of_audience_ids IS NULL",
        lineage.test_a_lineage_with_an_unknown_or_no_audience_is_never_closed,
    ),
    "the walk itself": Mutant(
        WALK,
        "frontier := next_frontier;",
        "frontier := NULL; memory_frontier := NULL;",
        lineage.test_a_dangling_source_denies_even_where_the_class_was_written_wrong,
    ),
    "the cap of messages": Mutant(
        WALK,
        "cardinality(message_ids) > 501",
        "false",
        lambda cast: lineage.test_at_most_501_messages_are_vouched_for_at_once(cast, 502, allowed=False),
    ),
    "what was built on an edit": Mutant(
        NARROW,
        "frontier := next_frontier;",
        "frontier := NULL; memory_frontier := NULL;",
        edits.test_an_edit_narrows_what_was_built_on_it_however_far_down,
    ),
    "what was built on an agent's word": Mutant(
        NARROW,
        "frontier := next_frontier;",
        "frontier := NULL; memory_frontier := NULL;",
        authorship.test_marking_an_account_taints_what_was_built_on_it_however_far_down,
    ),
    "the readers at an edit": Mutant(
        MESSAGES,
        "PERFORM public.mesh_narrow_messages(ARRAY[NEW.id],",
        "PERFORM public.mesh_narrow_messages('{}',",
        edits.test_an_edit_needs_the_audience_of_its_moment_too,
    ),
    "what quotes a deleted message": Mutant(
        WITHHOLD,
        "provenance.history_message_ids && gone OR",
        "",
        lambda cast: deletion.test_what_was_built_directly_on_a_deleted_message_is_withheld(cast, "sources"),
    ),
    "what answers a deleted message": Mutant(
        WITHHOLD,
        "OR provenance.answered_message_id = ANY (gone)",
        "",
        lambda cast: deletion.test_what_was_built_directly_on_a_deleted_message_is_withheld(cast, "answered"),
    ),
    "an agent's account that is unmarked": Mutant(
        ACTORS,
        "OLD.is_agent OR NEW.is_agent",
        "NEW.is_agent",
        authorship.test_an_account_of_the_agent_stays_one,
    ),
    "what an account said before it was marked": Mutant(
        ACTORS,
        "NEW.is_agent AND NOT OLD.is_agent",
        "false",
        authorship.test_marking_an_account_taints_what_it_said_before,
    ),
    "what a private room was": Mutant(
        PAST,
        "OLD.kind <> 'public_channel' AND NEW.kind <> OLD.kind",
        "false",
        late.test_text_of_a_private_room_does_not_become_workspace_text_by_arriving_late,
    ),
    "what a restricted room was": Mutant(
        PAST,
        "OLD.restricted AND NOT NEW.restricted",
        "false",
        late.test_text_of_a_restricted_room_stays_there_although_it_arrives_when_it_is_free,
    ),
    "what a room without guests was": Mutant(
        PAST,
        "OLD.kind = 'public_channel' AND NEW.flagged_shared AND NOT OLD.flagged_shared",
        "false",
        late.test_text_of_before_a_room_was_shared_is_kept_from_its_guests,
    ),
    "who was not there yet": Mutant(
        PAST,
        "NEW.members IS DISTINCT FROM OLD.members",
        "false",
        late.test_text_of_before_a_join_is_kept_from_who_joined_where_joining_shows_no_history,
    ),
    "the first listing": Mutant(
        PAST, "AND past.readers IS NOT NULL", "", late.test_the_first_listing_of_a_room_opens_nothing
    ),
    "the sender of a late message": Mutant(
        "functions/mesh_late_audiences_v1",
        "audience.readers || sender.external_id",
        "audience.readers",
        late.test_whoever_joined_reads_what_they_said_themselves,
    ),
    "an edit that was made in private": Mutant(
        PAST,
        "PERFORM public.mesh_narrow_messages(ARRAY[NEW.id], late_id)",
        "NULL",
        late.test_the_text_of_an_edit_that_was_made_in_private_stays_private,
    ),
    "a guest among many": Mutant(
        ACTORS,
        "WHERE everyone.conversation_id = conversation.id AND other.is_external",
        "WHERE everyone.conversation_id = conversation.id AND other.id = NEW.id AND other.is_external",
        guests.test_a_room_is_shared_as_long_as_one_guest_was_ever_in_it,
    ),
    "evidence for an agent's account": Mutant(
        EVIDENCE,
        "IF by_agent AND",
        "IF false AND",
        authorship.test_evidence_that_is_written_for_an_account_of_the_agent_has_no_known_lineage,
    ),
    "a reply with too long a lineage": Mutant(
        EVIDENCE,
        "AND cardinality(provenance.history_message_ids) <= 500",
        "",
        lambda cast: lineage.test_at_most_500_history_messages_are_the_lineage_of_a_reply(
            cast, 501, allowed=False
        ),
    ),
    "a class without its own audience": Mutant(
        EVIDENCE,
        "AND (NEW.class_id IS NULL OR class.audience_ids @> ARRAY[NEW.audience_id])",
        "",
        lambda cast: immutability.test_a_class_without_the_messages_own_audience_is_refused(
            immutability.furnish(cast)
        ),
    ),
}
