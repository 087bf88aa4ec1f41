-- The audience that a room gives to what is sent there now, stored when it is new; NULL when its readers are unknown.
WITH own AS MATERIALIZED (
    SELECT
        public.mesh_intern_audience(
            %(runtime_agent_id)s::bigint, public.mesh_conversation_audience(%(conversation_id)s::bigint)
        ) AS audience_id
)

SELECT
    own.audience_id,
    public.mesh_intern_class(%(runtime_agent_id)s::bigint, ARRAY[own.audience_id]) AS class_id,
    false AS is_wider
FROM own;
