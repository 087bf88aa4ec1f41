-- Makes the actors of these ids that are not known yet, in order, against deadlocks.
INSERT INTO public.actors (runtime_agent_id, connector_id, external_id)
SELECT
    %(runtime_agent_id)s::bigint,
    %(connector_id)s::bigint,
    account.external_id
FROM unnest(%(external_ids)s::text[]) AS account (external_id)
WHERE
    NOT EXISTS (
        SELECT 1
        FROM public.actors AS known
        WHERE known.connector_id = %(connector_id)s::bigint AND known.external_id = account.external_id
    )
ORDER BY account.external_id COLLATE "C"
ON CONFLICT (connector_id, external_id) DO NOTHING;
