"""The mutants of the seal's guards, each with the test it must fail."""

from functools import partial
from typing import Final

from tests.mutants.single_rules import Mutant
from tests.seal import test_pruning as pruning
from tests.seal import test_sealing as sealing
from tests.seal import test_tampering as tampering

GUARDS: Final = "triggers/audit_seal_v1"
REFUSES: Final = pruning.test_outside_of_a_pruning_the_database_refuses_every_change

MUTANTS: Final = {
    "an audit row that no pruning covers": Mutant(
        GUARDS,
        "AND public.mesh_is_pruned(entry.stream, entry.number)",
        "",
        partial(REFUSES, statement="DELETE FROM conversation_search_events"),
    ),
    "a number that no pruning covers": Mutant(
        GUARDS,
        "IF TG_OP = 'DELETE' AND public.mesh_is_pruned(OLD.stream, OLD.number) THEN",
        "IF TG_OP = 'DELETE' THEN",
        partial(REFUSES, statement="DELETE FROM audit_seal_entries"),
    ),
    "a part of a segment": Mutant(
        GUARDS,
        "AND (segment.parts ->> 'first')::bigint + (segment.parts ->> 'rows')::bigint - 1 = NEW.last_number",
        "",
        pruning.test_only_a_segment_as_a_whole_is_pruned,
    ),
    "a pruning that leaves a gap": Mutant(
        GUARDS,
        "IF NEW.first_number IS DISTINCT FROM 1 + coalesce",
        "IF false AND 1 < coalesce",
        pruning.test_only_a_segment_as_a_whole_is_pruned,
    ),
    "a row without a number": Mutant(
        "functions/mesh_unnumbered_rows_v1",
        "FILTER (WHERE entry.row_id IS NULL)",
        "FILTER (WHERE false)",
        tampering.test_a_row_that_was_added_later_is_named,
    ),
    "a decision that is still to come": Mutant(
        "functions/mesh_waiting_row_v1",
        "AND sealed.%I IS NULL",
        "AND sealed.%I IS NULL AND false",
        sealing.test_a_wish_that_is_decided_after_a_later_one_is_sealed_as_well,
    ),
    "what a column holds": Mutant(
        "functions/mesh_sealed_values_v1",
        "encode(float8send(sealed.%I), ''hex'')",
        "left(sealed.%I::text, 0)",
        partial(tampering.test_an_altered_row_is_named, name="duration_ms"),
    ),
}
