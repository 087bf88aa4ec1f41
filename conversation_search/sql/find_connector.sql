-- Finds a connector of an agent by its type and name.
SELECT
    connector.id,
    connector.public
FROM public.connectors AS connector
WHERE
    connector.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND connector.type = %(type)s::text
    AND connector.name = %(name)s::text;
