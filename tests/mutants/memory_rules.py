"""The mutants of memories, each with the test it must fail."""

from typing import Final

from tests.contract import test_memories as memories
from tests.mutants.single_rules import CLOSE, NARROW, WALK, WITHHOLD, Mutant
from tests.runs import test_granting as granting

MUTANTS: Final = {
    "the memories behind a text": Mutant(
        CLOSE,
        "WHERE memory.id = ANY (source_memory_ids)",
        "WHERE false",
        memories.test_a_reply_on_a_memory_on_a_memory_on_a_dm_never_reaches_a_wider_room,
    ),
    "a memory of another agent": Mutant(
        CLOSE,
        "FROM unnest(source_memory_ids) AS source (id)",
        "FROM unnest('{}'::bigint[]) AS source (id)",
        lambda cast: memories.test_a_gap_in_what_a_memory_was_formed_from_denies(cast, "missing_memory_ids"),
    ),
    "the memories of a walk": Mutant(
        WALK,
        "IF quotes_memories OR cardinality(memory_frontier) > 0 THEN",
        "memory_frontier := NULL; IF false THEN",
        memories.test_a_dangling_memory_denies_even_where_the_class_was_written_wrong,
    ),
    "the cap of memories": Mutant(
        WALK,
        "OR cardinality(memory_ids) > 501",
        "",
        memories.test_at_most_501_memories_are_vouched_for_at_once,
    ),
    "the memories of an edit": Mutant(
        NARROW,
        "memory.history_message_ids && frontier OR",
        "",
        memories.test_an_edit_narrows_the_memories_of_it_and_what_was_built_on_those,
    ),
    "what was built on a narrowed memory": Mutant(
        NARROW,
        "OR memory.memory_ids && memory_frontier",
        "",
        memories.test_marking_an_account_taints_the_memories_of_what_it_said,
    ),
    "the memory of something deleted": Mutant(
        WITHHOLD,
        "WHERE memory.id = ANY (quoting) AND memory.withheld_at IS NULL",
        "WHERE false",
        memories.test_a_memory_of_something_deleted_is_withheld_at_once_and_what_was_built_on_it_is_not,
    ),
    "a memory that outlives its last source": Mutant(
        "functions/mesh_empty_memories_v1",
        "WHERE memory.id = ANY (among)",
        "WHERE false",
        memories.test_a_memory_dies_with_the_last_of_what_it_was_formed_from,
    ),
    "a memory that dies before its last source": Mutant(
        "functions/mesh_memory_has_source_v1",
        "AND (event.deleted_at IS NULL OR event.purge_due_at IS NOT NULL)",
        "AND false",
        memories.test_a_memory_dies_with_the_last_of_what_it_was_formed_from,
    ),
    "the grants behind a text": Mutant(
        CLOSE,
        "WHERE result.id = ANY (source_tool_result_ids)",
        "WHERE false",
        granting.test_a_grant_is_part_of_the_class_of_what_was_built_on_it,
    ),
    "the grants of a walk": Mutant(
        "functions/mesh_grants_allowed_v1",
        "cardinality(of_tool_result_ids) IS NOT DISTINCT FROM 0",
        "true",
        granting.test_a_dangling_grant_denies_even_where_the_class_was_written_wrong,
    ),
    "a grant that follows a link": Mutant(
        "functions/mesh_intern_grant_v1",
        "'tool_result'",
        "(room.audience).kind",
        granting.test_a_grant_never_follows_a_link,
    ),
    "what was built on a memory that died": Mutant(
        WITHHOLD,
        "OR provenance.memory_ids && gone_memories",
        "",
        memories.test_what_was_built_on_a_memory_that_died_is_withheld_and_dies_with_it,
    ),
}
