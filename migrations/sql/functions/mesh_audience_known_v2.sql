-- Is everything about an audience known? The readers of `members` may be missing as a whole, nothing else may.
CREATE OR REPLACE FUNCTION public.mesh_audience_known(audience public.mesh_audience)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN
(audience).visibility IN ('public', 'workspace', 'members')
AND (audience).kind IN ('direct', 'group_direct', 'private_channel', 'public_channel', 'tool_result')
AND (audience).connector_id IS NOT NULL
AND (audience).conversation_id IS NOT NULL
AND (audience).externally_shared IS NOT NULL
AND (audience).restricted IS NOT NULL
AND (audience).explicit IS NOT NULL
AND (audience).joiners_read_history IS NOT NULL
AND ((audience).readers IS NULL OR (audience).visibility = 'members')
AND array_position((audience).readers, NULL) IS NULL
AND array_position((audience).person_readers, NULL) IS NULL;
