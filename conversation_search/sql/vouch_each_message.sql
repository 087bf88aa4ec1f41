-- Tells which of these messages the authority allows in a run when it is asked about each alone.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
)

SELECT asked.message_event_id
FROM unnest(%(message_ids)s::bigint[]) AS asked (message_event_id)
WHERE public.mesh_messages_allowed(
    %(runtime_agent_id)s::bigint, ARRAY[asked.message_event_id], (SELECT allowed.ids FROM allowed)
);
