-- Has a room narrowed since text was sent to this audience of it: restricted, shared, or private after being public?
CREATE FUNCTION public.mesh_has_narrowed(audience public.audiences, conversation public.conversations)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN
((conversation).restricted AND NOT (audience).restricted)
OR (
    ((conversation).flagged_shared OR (conversation).has_external_participant)
    AND NOT (audience).externally_shared
)
OR ((audience).kind = 'public_channel' AND (conversation).kind <> 'public_channel');
