-- Of the newest audit rows, finds those whose counts do not add up although they are exact.
WITH newest AS (
    SELECT
        event.id,
        event.runtime_agent_id,
        event.matched,
        event.selected,
        event.exclusions,
        event.ceiling_reached
    FROM public.conversation_search_events AS event
    ORDER BY event.id DESC
    LIMIT %(sample)s::bigint
),

wrong AS (
    SELECT
        newest.id,
        newest.runtime_agent_id
    FROM newest
    WHERE
        NOT newest.ceiling_reached
        AND newest.matched <> jsonb_array_length(newest.selected) + (
            SELECT coalesce(sum(removed.value::bigint), 0)
            FROM jsonb_each_text(newest.exclusions) AS removed
        )
)

SELECT
    (SELECT count(*) FROM newest) AS checked,
    (SELECT count(*) FROM wrong) AS wrong,
    ARRAY(
        SELECT wrong.id FROM wrong
        ORDER BY wrong.id DESC
        LIMIT %(shown)s::bigint
    ) AS row_ids,
    ARRAY(
        SELECT wrong.runtime_agent_id FROM wrong
        ORDER BY wrong.id DESC
        LIMIT %(shown)s::bigint
    ) AS agent_ids;
