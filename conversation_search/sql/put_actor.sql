-- Makes an actor or updates what is given of it; NULL keeps what is stored, and an account of the agent stays one.
INSERT INTO public.actors AS actor (
    runtime_agent_id, connector_id, external_id, display_name, organization, is_agent, is_external
)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(connector_id)s::bigint,
    %(external_id)s::text,
    %(display_name)s::text,
    %(organization)s::text,
    coalesce(%(is_agent)s::boolean, false),
    coalesce(%(is_external)s::boolean, false)
)
ON CONFLICT (connector_id, external_id) DO UPDATE
    SET
        display_name = coalesce(excluded.display_name, actor.display_name),
        organization = coalesce(excluded.organization, actor.organization),
        is_agent = coalesce(%(is_agent)s::boolean, actor.is_agent),
        is_external = coalesce(%(is_external)s::boolean, actor.is_external)
RETURNING actor.id, actor.display_name, actor.organization, actor.is_agent, actor.is_external;
