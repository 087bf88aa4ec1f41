-- How many days are messages of a room shown? The one precedence: its own policy, else its connector's, else its
-- agent's, else the one for all. NULL: for good. A preview gives a policy that stands in for the stored one of its
-- scope; of another kind than `lifetime` it only takes that one away.
CREATE FUNCTION public.mesh_lifetime_days(
    of_conversation_id bigint, instead public.retention_policies DEFAULT NULL
)
RETURNS integer
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT policy.days
    FROM public.conversations AS room
    CROSS JOIN
        LATERAL (
            SELECT stored.*
            FROM public.retention_policies AS stored
            WHERE
                stored.kind = 'lifetime'
                AND (
                    (instead).kind IS NULL
                    OR (stored.runtime_agent_id, stored.connector_id, stored.conversation_id)
                    IS DISTINCT FROM ((instead).runtime_agent_id, (instead).connector_id, (instead).conversation_id)
                )
                AND public.mesh_policy_fits(stored, room)
            UNION ALL
            SELECT (instead).*
            WHERE (instead).kind = 'lifetime' AND public.mesh_policy_fits(instead, room)
        ) AS policy
    WHERE room.id = of_conversation_id
    ORDER BY policy.conversation_id ASC, policy.connector_id ASC, policy.runtime_agent_id ASC
    LIMIT 1;
END;
