-- Registers accounts of a connector as the agent's own, for good; those never seen are made. In order, against
-- deadlocks.
INSERT INTO public.actors (runtime_agent_id, connector_id, external_id, is_agent, own_account)
SELECT
    %(runtime_agent_id)s::bigint,
    %(connector_id)s::bigint,
    account.external_id,
    true AS is_agent,
    'registered' AS own_account
FROM unnest(%(external_ids)s::text[]) AS account (external_id)
ORDER BY account.external_id COLLATE "C"
ON CONFLICT (
    connector_id, external_id) DO UPDATE SET is_agent = true, own_account = 'registered'
WHERE actors.own_account IS DISTINCT FROM 'registered';
