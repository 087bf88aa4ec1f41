-- The audiences that a room has had since a moment and has no more, or NULL when there is none. Text of that moment
-- that arrives now needs each of them too. Its sender reads it whoever else does; a NULL among them stands for readers
-- who were unknown.
CREATE FUNCTION public.mesh_late_audiences(of_conversation_id bigint, since timestamptz, sender_id bigint)
RETURNS bigint[]
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    SELECT
        array_agg(
            CASE
                WHEN audience.visibility = 'members' AND NOT sender.is_agent
                    THEN public.mesh_intern_audience(
                        past.runtime_agent_id,
                        jsonb_populate_record(
                            NULL::public.mesh_audience,
                            to_jsonb(audience) || jsonb_build_object(
                                'readers',
                                ARRAY(
                                    SELECT DISTINCT reader.id COLLATE "C"
                                    FROM unnest(audience.readers || sender.external_id) AS reader (id)
                                    ORDER BY reader.id COLLATE "C"
                                )
                            )
                        )
                    )
                ELSE past.audience_id
            END
        )
    FROM public.past_audiences AS past
    INNER JOIN public.actors AS sender ON sender.id = sender_id
    LEFT JOIN public.audiences AS audience ON past.audience_id = audience.id
    WHERE past.conversation_id = of_conversation_id AND past.held_until > since;
END;
