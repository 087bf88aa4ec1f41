-- The audience of text that an external tool gave to a run, granted to these accounts of the run's connector: theirs
-- alone, whoever joins the room and whatever they prove elsewhere. Another bot is a reader as anyone. NULL when nobody
-- but the agent is among them.
CREATE OR REPLACE FUNCTION public.mesh_intern_grant(of_run_id bigint, granted_readers text[])
RETURNS bigint
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    SELECT
        public.mesh_intern_audience(
            run.runtime_agent_id,
            ROW(
                'members',
                (room.audience).connector_id,
                (room.audience).conversation_id,
                'tool_result',
                (
                    SELECT array_agg(DISTINCT reader.id COLLATE "C" ORDER BY reader.id COLLATE "C")
                    FROM (
                        SELECT
                            coalesce(
                                public.mesh_reader_id(actor.external_id, actor.generation), granted.external_id
                            ) AS id
                        FROM unnest(granted_readers) AS granted (external_id)
                        LEFT JOIN public.actors AS actor
                            ON
                                actor.connector_id = (room.audience).connector_id
                                AND granted.external_id = actor.external_id
                        WHERE
                            actor.id IS NULL
                            OR NOT public.mesh_is_own_account(
                                actor.connector_id, actor.is_agent, actor.own_account
                            )
                    ) AS reader
                ),
                (room.audience).externally_shared,
                (room.audience).restricted,
                true,
                false,
                NULL
            )::public.mesh_audience
        )
    FROM public.runs AS run
    CROSS JOIN LATERAL (SELECT public.mesh_conversation_audience(run.conversation_id) AS audience) AS room
    WHERE run.id = of_run_id;
END;
