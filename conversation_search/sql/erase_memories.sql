-- Empties memories and leaves them as tombstones, but for those formed from a message that a hold protects now.
UPDATE public.memories AS memory
SET
    deleted_at = statement_timestamp(),
    withheld_at = coalesce(memory.withheld_at, statement_timestamp()),
    body = ''
WHERE
    memory.id = any(%(memory_ids)s::bigint[])
    AND memory.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND memory.deleted_at IS NULL
    AND NOT public.mesh_memory_is_held(memory.id)
RETURNING memory.id;
