"""The mutants of proofs of identity and of accounts that were handed on, each with the test it must fail."""

from typing import Final

from tests.cast import Cast
from tests.contract import test_identity as identity
from tests.contract import test_matrix as matrix
from tests.contract import test_retirement as retirement
from tests.linked import Twofold, expire, revoke
from tests.mutants.single_rules import ALLOWS, DESTINATION, Mutant

LINKED: Final = "functions/mesh_linked_actors_v1"
PROOF: Final = "functions/mesh_proof_is_live_v1"


def _proved(_cast: Cast) -> None:
    for proved in matrix.PROVED:
        matrix.test_every_pair_is_decided_as_the_oracle_decides_it_whatever_the_reader_has_proved(proved)


def _lost_account(cast: Cast) -> None:
    retirement.test_a_requester_who_lost_the_account_makes_the_readers_unknown(cast)


MUTANTS: Final = {
    "restricted text of the same person": Mutant(ALLOWS, "AND NOT (origin).restricted", "", _proved),
    "group text of the same person": Mutant(
        ALLOWS, "AND (origin).kind = 'direct' AND cardinality", "AND cardinality", _proved
    ),
    "text of two in a direct message": Mutant(ALLOWS, "AND cardinality((origin).readers) = 1", "", _proved),
    "the same person in a group": Mutant(
        ALLOWS, "AND (destination).kind = 'direct' AND cardinality", "AND cardinality", _proved
    ),
    "the same person beside somebody else": Mutant(
        ALLOWS, "AND cardinality((destination).readers) = 1", "", _proved
    ),
    "the same id on another connector": Mutant(
        "functions/mesh_person_reader_v1", "connector_id::text", "''", _proved
    ),
    "a proof that was revoked": Mutant(
        PROOF,
        "revoked_at IS NULL AND",
        "",
        lambda cast: identity.test_a_proof_that_ended_separates_at_once_even_in_an_open_run(
            Twofold.of(cast), revoke
        ),
    ),
    "a proof that expired": Mutant(
        PROOF,
        "coalesce(expires_at > statement_timestamp(), false)",
        "true",
        lambda cast: identity.test_a_proof_that_ended_separates_at_once_even_in_an_open_run(
            Twofold.of(cast), expire
        ),
    ),
    "proofs that chain": Mutant(
        LINKED,
        "GROUP BY link.person_id",
        "OR true GROUP BY link.person_id",
        lambda cast: identity.test_two_proofs_that_share_an_account_never_make_a_third(Twofold.of(cast)),
    ),
    "a person record with a proof that ended": Mutant(
        LINKED,
        "HAVING bool_and(public.mesh_proof_is_live(link.revoked_at, link.expires_at))",
        "",
        lambda cast: identity.test_a_person_record_with_one_proof_that_ended_links_no_third(
            Twofold.of(cast), 0, revoke
        ),
    ),
    "an account of the agent that was linked": Mutant(
        LINKED,
        "AND NOT other.is_agent",
        "",
        lambda cast: identity.test_an_account_that_turns_out_to_be_the_agents_is_nobodys(Twofold.of(cast)),
    ),
    "the links of a retired account": Mutant(
        "triggers/identity_v1",
        "UPDATE public.identity_links AS link SET revoked_at = NEW.retired_at, revoked_by = 'retirement'",
        "PERFORM 1 FROM public.identity_links AS link",
        retirement.test_the_links_of_a_retired_account_end_with_it,
    ),
    "the next holder of an id": Mutant(
        "functions/mesh_reader_id_v1",
        "CASE WHEN generation = 1 THEN",
        "CASE WHEN true THEN",
        retirement.test_the_next_holder_of_an_id_is_shown_nothing_that_was_said_to_the_one_before,
    ),
    "the next holder in a listing": Mutant(
        "functions/mesh_listed_readers_v3",
        "AND later.generation > 1",
        "AND false",
        retirement.test_the_next_holder_reads_what_is_said_to_them,
    ),
    "a holder who lost the account": Mutant(
        DESTINATION,
        "AND actor.retired_at IS NULL",
        "",
        _lost_account,
    ),
}
