-- Retires an account that was handed to someone else, and makes the next holder of its id: another actor, who shares
-- nothing with the one before but the rooms in which the id is listed.
WITH retired AS (
    UPDATE public.actors AS actor
    SET
        retired_at = statement_timestamp(),
        display_name = coalesce(actor.display_name, actor.external_id)
    WHERE
        actor.connector_id = %(connector_id)s::bigint
        AND actor.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND actor.external_id = %(external_id)s::text COLLATE "C"
        AND NOT actor.is_agent
    RETURNING actor.id, actor.runtime_agent_id, actor.connector_id, actor.is_external, actor.generation
),

successor AS (
    INSERT INTO public.actors (runtime_agent_id, connector_id, external_id, is_external, generation)
    SELECT
        retired.runtime_agent_id,
        retired.connector_id,
        %(external_id)s::text,
        retired.is_external,
        retired.generation + 1 AS generation
    FROM retired
    RETURNING id, generation
),

listed AS (
    INSERT INTO public.conversation_participants (runtime_agent_id, conversation_id, actor_id)
    SELECT
        retired.runtime_agent_id,
        participant.conversation_id,
        successor.id
    FROM retired
    CROSS JOIN successor
    INNER JOIN public.conversation_participants AS participant ON retired.id = participant.actor_id
    ORDER BY participant.conversation_id
)

SELECT successor.generation
FROM successor;
