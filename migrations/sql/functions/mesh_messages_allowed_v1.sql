-- The authority that vouches for messages before their text leaves: walks their lineage from stored evidence and
-- provenance, never from the search index. One no anywhere is a no for all. A node of the walk is a distinct class.
CREATE FUNCTION public.mesh_messages_allowed(
    of_runtime_agent_id bigint, message_ids bigint[], allowed_audience_ids bigint[]
)
RETURNS boolean
LANGUAGE plpgsql
STABLE
PARALLEL RESTRICTED -- a worker may not change settings
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    frontier bigint[] := message_ids;
    visited bigint[] := '{}';
    reached bigint[];
    allowed boolean;
BEGIN
    IF message_ids IS NULL OR allowed_audience_ids IS NULL OR cardinality(message_ids) > 501 THEN
        RETURN false;
    END IF;

    -- What is shown itself: present, not deleted, with an audience of its own that may be disclosed.
    SELECT coalesce(bool_and(coalesce(
        event.id IS NOT NULL AND event.deleted_at IS NULL AND evidence.audience_id = ANY (allowed_audience_ids)
        AND (evidence.withheld_at IS NULL OR public.mesh_lineage_allows(NULL::bigint[], allowed_audience_ids)),
        false
    )), true)
    INTO allowed
    FROM unnest(message_ids) AS shown (id)
    LEFT JOIN public.message_events AS event
        ON event.id = shown.id AND event.runtime_agent_id = of_runtime_agent_id
    LEFT JOIN public.message_source_evidence AS evidence ON evidence.message_event_id = event.id;
    IF allowed IS NOT TRUE THEN
        RETURN false;
    END IF;

    -- What it was built from, and so on down.
    WHILE cardinality(frontier) > 0 LOOP
        SELECT
            bool_and(coalesce(public.mesh_lineage_allows(
                CASE
                    WHEN NOT actor.is_agent OR provenance.message_event_id IS NOT NULL THEN class.audience_ids
                END,
                allowed_audience_ids
            ), false) AND coalesce(cardinality(provenance.history_message_ids), 0) <= 500),
            array_agg(DISTINCT evidence.class_id) FILTER (WHERE evidence.class_id IS NOT NULL)
        INTO allowed, reached
        FROM unnest(frontier) AS node (id)
        LEFT JOIN public.message_events AS event
            ON event.id = node.id AND event.runtime_agent_id = of_runtime_agent_id
        LEFT JOIN public.actors AS actor ON actor.id = event.actor_id
        LEFT JOIN public.message_source_evidence AS evidence ON evidence.message_event_id = event.id
        LEFT JOIN public.disclosure_classes AS class ON class.id = evidence.class_id
        LEFT JOIN public.memory_provenance AS provenance ON provenance.message_event_id = event.id;

        visited := visited || reached;
        IF allowed IS NOT TRUE OR cardinality(visited) > 5000 THEN
            RETURN false;
        END IF;

        SELECT array_agg(next.id)
        INTO frontier
        FROM (
            SELECT DISTINCT ON (evidence.class_id) source.id
            FROM unnest(frontier) AS node (id)
            INNER JOIN public.memory_provenance AS provenance ON provenance.message_event_id = node.id
            CROSS JOIN LATERAL unnest(provenance.history_message_ids || provenance.answered_message_id) AS source (id)
            LEFT JOIN public.message_source_evidence AS evidence
                ON evidence.message_event_id = source.id AND evidence.runtime_agent_id = of_runtime_agent_id
            WHERE source.id IS NOT NULL AND (evidence.class_id = ANY (visited)) IS NOT TRUE
            ORDER BY evidence.class_id, source.id
        ) AS next;
    END LOOP;
    RETURN true;
END;
$$;
