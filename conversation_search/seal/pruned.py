"""Which rows were removed because they were old: what the signed prunings say."""

from conversation_search.managers import pruning
from conversation_search.managers.pruning import PruningRow
from conversation_search.seal.documents import PRUNING_LABEL, Malformed, Pruning, Signed
from conversation_search.seal.findings import Finding, Found
from conversation_search.seal.keys import Keyring


def pruned_up_to(keyring: Keyring) -> dict[str, Pruning]:
    """Return the latest pruning of each stream; raises Found for one that no key signed, or that leaves a gap."""
    latest: dict[str, Pruning] = {}
    for row in pruning.prunings():
        found = _vouched(row, keyring)
        before = latest.get(found.stream)
        if found.first != (1 if before is None else before.last + 1) or found.last < found.first:
            raise _forged(row)
        latest[found.stream] = found
    return latest


def _vouched(row: PruningRow, keyring: Keyring) -> Pruning:
    document = Signed(row.payload, row.key_id, row.signature)
    if not document.is_vouched_for(PRUNING_LABEL, keyring):
        raise _forged(row)
    try:
        found = Pruning.of(document.payload)
    except Malformed:
        raise _forged(row) from None
    if (found.stream, found.first, found.last) != (row.stream, row.first_number, row.last_number):
        raise _forged(row)
    return found


def _forged(row: PruningRow) -> Found:
    sentence = (
        f"The pruning of {row.stream} from row {row.first_number} to {row.last_number} is not signed by a configured "
        "key, or does not follow the one before it."
    )
    return Found(Finding("forged_pruning", sentence, None, row.stream, row.first_number))
