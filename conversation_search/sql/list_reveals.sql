-- Lists what was asked to be revealed, newest first: by everybody, by one reader, or one of them.
SELECT
    reveal.id AS reveal_id,
    reveal.runtime_agent_id AS agent_id,
    reveal.kind,
    reveal.subject_id,
    reveal.asked_by,
    reveal.asked_by_name,
    reveal.asked_at,
    reveal.reason,
    reveal.decided_by_name,
    reveal.decided_at,
    reveal.granted,
    reveal.expires_at,
    coalesce(reveal.granted AND reveal.expires_at > statement_timestamp(), false) AS is_open
FROM public.reveals AS reveal
WHERE
    (%(asked_by)s::bigint IS NULL OR reveal.asked_by = %(asked_by)s::bigint)
    AND (%(reveal_id)s::bigint IS NULL OR reveal.id = %(reveal_id)s::bigint)
ORDER BY reveal.id DESC
LIMIT %(limit)s::bigint;
