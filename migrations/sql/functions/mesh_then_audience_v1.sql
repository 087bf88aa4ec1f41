-- The audience that text of a moment needs beside its own, where one of its readers took the account over since; NULL
-- where none did.
CREATE FUNCTION public.mesh_then_audience(of_audience_id bigint, at_moment timestamptz)
RETURNS bigint
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    SELECT
        public.mesh_intern_audience(
            audience.runtime_agent_id,
            jsonb_populate_record(
                NULL::public.mesh_audience, to_jsonb(audience) || jsonb_build_object('readers', holder.readers)
            )
        )
    FROM public.audiences AS audience
    CROSS JOIN
        LATERAL (
            SELECT
                CASE
                    -- Few readers have taken an account over; most audiences need no look at each.
                    WHEN strpos(array_to_string(audience.readers, ','), chr(31)) > 0
                        THEN public.mesh_holders_then(audience.connector_id, audience.readers, at_moment)
                END AS readers
        ) AS holder
    WHERE audience.id = of_audience_id AND holder.readers <> audience.readers;
END;
