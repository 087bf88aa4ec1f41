-- Builds the search documents of messages anew.
SELECT public.mesh_index_message(message.id)::text AS nothing
FROM unnest(%(message_ids)s::bigint[]) AS message (id);
