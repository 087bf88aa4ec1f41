-- Lets a message, and whatever was built on it, go only where this audience allows it too.
SELECT public.mesh_narrow_messages(ARRAY[%(message_id)s::bigint], %(audience_id)s::bigint) IS NOT NULL AS is_done;
