-- Of the newest runs, finds those whose reply does not name as its sources exactly what the run was shown.
WITH newest AS (
    SELECT
        run.id,
        run.runtime_agent_id,
        run.reply_message_id
    FROM public.runs AS run
    ORDER BY run.id DESC
    LIMIT %(sample)s::bigint
),

replied AS (
    SELECT
        newest.id,
        newest.runtime_agent_id,
        newest.reply_message_id
    FROM newest
    WHERE newest.reply_message_id IS NOT NULL
),

wrong AS (
    SELECT
        replied.id,
        replied.runtime_agent_id
    FROM replied
    LEFT JOIN public.memory_provenance AS provenance ON replied.reply_message_id = provenance.message_event_id
    WHERE
        ARRAY(
            SELECT source.id FROM unnest(provenance.history_message_ids) AS source (id)
            ORDER BY source.id
        ) IS DISTINCT FROM ARRAY(
            SELECT entry.message_event_id FROM public.ledger_entries AS entry
            WHERE entry.run_id = replied.id
            ORDER BY entry.message_event_id
        )
)

SELECT
    (SELECT count(*) FROM replied) AS checked,
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
