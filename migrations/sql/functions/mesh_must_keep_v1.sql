-- How many days is the text of a room's messages kept whoever wants it gone? The longest legal minimum that fits it;
-- NULL without one. A preview gives a policy that stands in for the stored one of its scope, as for a lifetime.
CREATE FUNCTION public.mesh_minimum_days(
    of_conversation_id bigint, instead public.retention_policies DEFAULT NULL
)
RETURNS integer
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT max(policy.days)
    FROM public.conversations AS room
    CROSS JOIN
        LATERAL (
            SELECT stored.days
            FROM public.retention_policies AS stored
            WHERE
                stored.kind = 'legal_minimum'
                AND (
                    (instead).kind IS NULL
                    OR (stored.runtime_agent_id, stored.connector_id, stored.conversation_id)
                    IS DISTINCT FROM
                    ((instead).runtime_agent_id, (instead).connector_id, (instead).conversation_id)
                )
                AND public.mesh_policy_fits(stored, room)
            UNION ALL
            SELECT (instead).days
            WHERE (instead).kind = 'legal_minimum' AND public.mesh_policy_fits(instead, room)
        ) AS policy
    WHERE room.id = of_conversation_id;
END;

-- Must the text of a message be kept, whoever wants it gone? The top of the precedence: a hold, then a legal minimum.
-- Both keep it and let nobody see it.
CREATE FUNCTION public.mesh_must_keep(message_id bigint, moment timestamptz DEFAULT statement_timestamp())
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN public.mesh_is_held(message_id, moment) OR EXISTS (
    SELECT 1
    FROM public.message_events AS event
    WHERE
        event.id = message_id
        AND event.sent_at > moment - make_interval(hours => 24 * public.mesh_minimum_days(event.conversation_id))
);

-- Waits for holds and policies that are being placed, and lets none be placed until the transaction ends: whoever is
-- about to destroy text calls it before the statement that does.
CREATE FUNCTION public.mesh_await_holds()
RETURNS void
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    SELECT pg_advisory_xact_lock_shared(hashtextextended('mesh.legal_holds', 0));
END;
