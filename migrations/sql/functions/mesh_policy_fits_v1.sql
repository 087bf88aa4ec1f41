-- Is a policy of this room: its own, of its connector, of its agent, or of all? Narrower ones come first in the order.
CREATE FUNCTION public.mesh_policy_fits(policy public.retention_policies, room public.conversations)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        ((policy).conversation_id IS NULL OR (policy).conversation_id = (room).id)
        AND ((policy).connector_id IS NULL OR (policy).connector_id = (room).connector_id)
        AND ((policy).runtime_agent_id IS NULL OR (policy).runtime_agent_id = (room).runtime_agent_id);
END;
