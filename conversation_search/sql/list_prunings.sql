-- Lists every pruning in the order in which they were made.
SELECT
    pruning.stream,
    pruning.first_number,
    pruning.last_number,
    pruning.payload,
    pruning.key_id,
    pruning.signature
FROM public.audit_prunings AS pruning
ORDER BY pruning.id;
