-- The first rule that keeps a message out of a run, or NULL when it is eligible; every reader asks this one function.
CREATE FUNCTION public.mesh_exclusion_rule(
    already_in_context boolean, has_evidence boolean, audience_allowed boolean, lineage_allowed boolean
)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN already_in_context IS NOT false THEN 'already_in_context'
    WHEN has_evidence IS NOT true THEN 'no_evidence'
    WHEN audience_allowed IS NOT true THEN 'audience'
    WHEN lineage_allowed IS NOT true THEN 'lineage'
END;
