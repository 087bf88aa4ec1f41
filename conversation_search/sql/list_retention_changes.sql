-- Lists changes of policies that were asked for, newest first, each with its answer where it has one.
SELECT
    change.id AS change_id,
    change.kind,
    change.runtime_agent_id AS agent_id,
    change.connector_id,
    change.conversation_id,
    change.days,
    change.removes,
    change.would_expire,
    change.happened_at AS asked_at,
    change.who_kind AS asked_who_kind,
    change.who AS asked_who,
    change.who_name AS asked_by,
    change.reason,
    answer.step AS answer,
    answer.happened_at AS answered_at,
    answer.who_name AS answered_by
FROM public.retention_changes AS change
LEFT JOIN public.retention_changes AS answer ON change.id = answer.asked_id
WHERE
    change.step = 'asked'
    AND (%(runtime_agent_id)s::bigint IS NULL OR change.runtime_agent_id = %(runtime_agent_id)s::bigint)
    AND (%(change_id)s::bigint IS NULL OR change.id = %(change_id)s::bigint)
ORDER BY change.id DESC
LIMIT %(limit)s::bigint;
