-- The moment since which a room's messages are shown: what was sent earlier has expired. A search moves nothing here.
CREATE FUNCTION public.mesh_shown_since(
    of_conversation_id bigint, moment timestamptz DEFAULT statement_timestamp()
)
RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN coalesce(
    moment - make_interval(hours => 24 * public.mesh_lifetime_days(of_conversation_id)), '-infinity'
);

-- The latest such moment of any room of an agent: what was sent since is shown in all of them, and nobody has to ask
-- which room it is of. Without a policy it is before all time.
CREATE FUNCTION public.mesh_shown_everywhere_since(
    of_runtime_agent_id bigint, moment timestamptz DEFAULT statement_timestamp()
)
RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT coalesce(moment - make_interval(hours => 24 * min(policy.days)), '-infinity')
    FROM public.retention_policies AS policy
    WHERE
        policy.kind = 'lifetime'
        AND (policy.runtime_agent_id = of_runtime_agent_id OR policy.runtime_agent_id IS NULL);
END;

-- Has a message of this room and time expired? Then it is hidden as if it were deleted, and deleted in time.
CREATE FUNCTION public.mesh_is_expired(
    of_conversation_id bigint, sent_at timestamptz, moment timestamptz DEFAULT statement_timestamp()
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
COST 1000
RETURN sent_at < public.mesh_shown_since(of_conversation_id, moment);

-- The same turned round, for statements that look at many messages: most are newer than any policy.
CREATE FUNCTION public.mesh_is_unexpired(
    of_conversation_id bigint, sent_at timestamptz, everywhere_since timestamptz
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN sent_at >= everywhere_since OR NOT public.mesh_is_expired(of_conversation_id, sent_at);

-- For a statement that looks at very many messages: since when rooms are shown that have no policy of their own or of
-- their connector, and the rooms that have one.
CREATE FUNCTION public.mesh_expiry(
    of_runtime_agent_id bigint, moment timestamptz DEFAULT statement_timestamp()
)
RETURNS TABLE (since timestamptz, rooms bigint[])
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        coalesce(
            (
                SELECT moment - make_interval(hours => 24 * policy.days)
                FROM public.retention_policies AS policy
                WHERE
                    policy.kind = 'lifetime'
                    AND policy.connector_id IS NULL
                    AND policy.conversation_id IS NULL
                    AND (policy.runtime_agent_id = of_runtime_agent_id OR policy.runtime_agent_id IS NULL)
                ORDER BY policy.runtime_agent_id ASC
                LIMIT 1
            ),
            '-infinity'
        ) AS since,
        ARRAY(
            SELECT room.id
            FROM public.retention_policies AS policy
            INNER JOIN public.conversations AS room ON public.mesh_policy_fits(policy, room)
            WHERE
                policy.kind = 'lifetime'
                AND policy.runtime_agent_id = of_runtime_agent_id
                AND (policy.connector_id IS NOT NULL OR policy.conversation_id IS NOT NULL)
        ) AS rooms;
END;

-- The same for each of them: most are newer than the policy of their agent and of a room without its own.
CREATE FUNCTION public.mesh_is_unexpired_there(
    conversation_id bigint, sent_at timestamptz, since timestamptz, rooms bigint[]
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN (sent_at >= since AND NOT conversation_id = any(rooms)) OR NOT public.mesh_is_expired(conversation_id, sent_at);
