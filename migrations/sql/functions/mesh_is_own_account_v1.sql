-- Is an account one of the agent's own, which is no reader of any room? Registered ones are, and the one that stands in
-- until one is. One that a message merely called an agent is one only where none was registered: a word in a message
-- must not take a reader away.
CREATE FUNCTION public.mesh_is_own_account(of_connector_id bigint, is_agent boolean, own_account text)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN is_agent AND (
    own_account IS NOT NULL
    OR NOT EXISTS (
        SELECT 1
        FROM public.actors AS registered
        WHERE
            registered.connector_id = of_connector_id
            AND registered.is_agent
            AND registered.own_account = 'registered'
    )
);
