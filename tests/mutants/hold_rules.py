"""The mutants of legal holds, legal minimums and retention policies, each with the test it must fail."""

from typing import Final

from tests.contract import test_deletion_under_hold as under_hold
from tests.contract import test_holds as holds
from tests.mutants.single_rules import WALK, Mutant
from tests.retention import test_expiry as expiry
from tests.retention import test_runs as runs

GUARD: Final = "functions/mesh_guard_message_event_v2"
COVERS: Final = "functions/mesh_hold_covers_v1"
HELD: Final = "functions/mesh_is_held_v1"
KEEP: Final = "functions/mesh_must_keep_v1"
HOLDS: Final = "triggers/legal_holds_v1"

MUTANTS: Final = {
    "the hold check of a deletion": Mutant(
        KEEP,
        "public.mesh_is_held(message_id, moment) OR",
        "",
        under_hold.test_a_deletion_under_hold_hides_the_message_at_once_and_keeps_its_text,
    ),
    "the hold check of a purge": Mutant(
        GUARD,
        "IF must_keep THEN RAISE",
        "IF false THEN RAISE",
        under_hold.test_a_text_that_is_held_cannot_be_purged_and_is_purged_after_the_release,
    ),
    "the legal minimum": Mutant(
        KEEP,
        "stored.kind = 'legal_minimum'",
        "false",
        under_hold.test_a_legal_minimum_keeps_the_text_of_what_is_deleted_before_it_is_over,
    ),
    "the room of a hold": Mutant(
        COVERS,
        "((hold).conversation_id <> of_conversation_id) IS NOT true",
        "true",
        holds.test_a_hold_on_a_room_holds_that_room,
    ),
    "the time of a hold": Mutant(
        COVERS,
        "((hold).sent_before <= of_sent_at) IS NOT true",
        "true",
        lambda cast: holds.test_a_hold_on_a_time_begins_with_its_first_moment_and_ends_before_its_last(
            cast, 60, held=False
        ),
    ),
    "the other side of a direct message": Mutant(
        COVERS,
        "room.kind = 'direct'",
        "false",
        holds.test_a_hold_on_a_person_holds_what_they_said_and_both_sides_of_their_direct_messages,
    ),
    "a hold on another agent": Mutant(
        HELD,
        "ON event.runtime_agent_id = hold.runtime_agent_id",
        "ON true",
        holds.test_a_hold_on_an_agent_holds_all_that_it_stored_and_nothing_of_another,
    ),
    "a hold that was released": Mutant(
        HELD,
        "(hold.released_at <= moment) IS NOT true",
        "true",
        holds.test_a_released_hold_holds_nothing_and_stays_on_record,
    ),
    "whoever asked for a release": Mutant(
        HOLDS,
        "AND (before.who_kind, before.who) <> (NEW.who_kind, NEW.who)",
        "",
        lambda _: holds.test_a_step_out_of_turn_or_by_who_asked_is_refused(("release_asked", "released"), 1),
    ),
    "a hold that is changed": Mutant(
        HOLDS,
        "IF NEW IS DISTINCT FROM kept THEN",
        "IF false THEN",
        lambda _: holds.test_no_hold_and_nothing_done_about_it_is_changed_or_removed(
            "UPDATE legal_holds SET released_at = now()"
        ),
    ),
    "a memory of a text that is kept": Mutant(
        "functions/mesh_memory_has_source_v1",
        "OR event.purge_due_at IS NOT NULL",
        "",
        under_hold.test_a_memory_outlives_the_deletion_of_its_last_source_hidden_and_dies_with_the_purge,
    ),
    "the hold check of a run of retention": Mutant(
        KEEP,
        "public.mesh_is_held(message_id, moment) OR",
        "",
        runs.test_what_is_held_and_expired_is_hidden_and_kept_and_purged_after_the_release,
    ),
    "expired text": Mutant(
        WALK,
        "AND public.mesh_is_unexpired(event.conversation_id, event.sent_at, everywhere_since)",
        "",
        expiry.test_the_authority_vouches_for_no_expired_message,
    ),
    "what is old and of a room with a policy": Mutant(
        "functions/mesh_shown_since_v1",
        "(sent_at >= since AND NOT conversation_id = any(rooms)) OR",
        "true OR",
        expiry.test_an_expired_message_is_neither_found_nor_counted,
    ),
    "the precedence of policies": Mutant(
        "functions/mesh_lifetime_days_v1",
        "ORDER BY policy.conversation_id ASC",
        "ORDER BY policy.conversation_id DESC",
        expiry.test_the_narrowest_policy_decides,
    ),
    "a policy of another agent": Mutant(
        "functions/mesh_policy_fits_v1",
        "(policy).runtime_agent_id = (room).runtime_agent_id",
        "true",
        expiry.test_a_policy_of_another_agent_or_connector_decides_nothing,
    ),
}
