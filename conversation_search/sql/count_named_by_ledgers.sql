-- Counts the places that name what a request erases by its row number alone: ledgers, and the calls behind them.
WITH item AS (
    SELECT
        item.kind,
        item.subject_id
    FROM public.erasure_items AS item
    WHERE item.request_id = %(request_id)s::bigint AND item.choice = 'erase'
),

entry AS (
    SELECT entry.tool_call_id
    FROM item
    INNER JOIN public.ledger_entries AS entry ON item.subject_id = entry.message_event_id
    WHERE item.kind = 'message'
)

SELECT
    (SELECT count(*) FROM entry)
    + (
        SELECT count(*)
        FROM item
        INNER JOIN public.memory_ledger_entries AS memory_entry ON item.subject_id = memory_entry.memory_id
        WHERE item.kind = 'memory'
    ) AS entries,
    (SELECT count(DISTINCT entry.tool_call_id) FROM entry) AS tool_calls;
