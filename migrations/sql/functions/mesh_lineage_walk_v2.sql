-- The authority that vouches for messages and memories before their text leaves: walks their lineage from stored
-- evidence and provenance, never from the search index. One no anywhere is a no for all. A node of the walk is a
-- distinct class. What has expired is not shown; what was built on it goes when a run of retention deletes it.
CREATE OR REPLACE FUNCTION public.mesh_lineage_walk(
    of_runtime_agent_id bigint, message_ids bigint[], memory_ids bigint[], allowed_audience_ids bigint[]
)
RETURNS boolean
LANGUAGE plpgsql
STABLE
PARALLEL RESTRICTED -- a worker may not change settings
COST 1000 -- asked last, about what everything cheaper allowed
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    frontier bigint[] := message_ids;
    memory_frontier bigint[] := memory_ids;
    visited bigint[] := '{}';
    reached bigint[];
    allowed boolean;
    quotes_memories boolean;
    next_frontier bigint[];
    everywhere_since timestamptz := public.mesh_shown_everywhere_since(of_runtime_agent_id);
BEGIN
    IF
        message_ids IS NULL OR memory_ids IS NULL OR allowed_audience_ids IS NULL
        OR cardinality(message_ids) > 501 OR cardinality(memory_ids) > 501
    THEN
        RETURN false;
    END IF;

    -- What is shown itself: present, not deleted, not expired, with an audience of its own that may be disclosed.
    SELECT coalesce(bool_and(coalesce(
        event.id IS NOT NULL AND event.deleted_at IS NULL AND evidence.audience_id = ANY (allowed_audience_ids)
        AND (evidence.withheld_at IS NULL OR public.mesh_lineage_allows(NULL::bigint[], allowed_audience_ids))
        AND public.mesh_is_unexpired(event.conversation_id, event.sent_at, everywhere_since),
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
    SELECT coalesce(bool_and(coalesce(
        memory.id IS NOT NULL AND memory.deleted_at IS NULL AND memory.audience_id = ANY (allowed_audience_ids)
        AND (memory.withheld_at IS NULL OR public.mesh_lineage_allows(NULL::bigint[], allowed_audience_ids)),
        false
    )), true)
    INTO allowed
    FROM unnest(memory_ids) AS shown (id)
    LEFT JOIN public.memories AS memory ON memory.id = shown.id AND memory.runtime_agent_id = of_runtime_agent_id;
    IF allowed IS NOT TRUE THEN
        RETURN false;
    END IF;

    -- What it was built from, and so on down.
    WHILE cardinality(frontier) > 0 OR cardinality(memory_frontier) > 0 LOOP
        SELECT
            bool_and(coalesce(public.mesh_lineage_allows(
                CASE
                    WHEN NOT actor.is_agent OR provenance.message_event_id IS NOT NULL THEN class.audience_ids
                END,
                allowed_audience_ids
            ), false)
            AND coalesce(cardinality(provenance.history_message_ids), 0) <= 500
            AND coalesce(cardinality(provenance.memory_ids), 0) <= 500
            AND public.mesh_grants_allowed(provenance.tool_result_ids, allowed_audience_ids)),
            array_agg(DISTINCT evidence.class_id) FILTER (WHERE evidence.class_id IS NOT NULL),
            bool_or(cardinality(provenance.memory_ids) > 0)
        INTO allowed, reached, quotes_memories
        FROM unnest(frontier) AS node (id)
        LEFT JOIN public.message_events AS event
            ON event.id = node.id AND event.runtime_agent_id = of_runtime_agent_id
        LEFT JOIN public.actors AS actor ON actor.id = event.actor_id
        LEFT JOIN public.message_source_evidence AS evidence ON evidence.message_event_id = event.id
        LEFT JOIN public.disclosure_classes AS class ON class.id = evidence.class_id
        LEFT JOIN public.memory_provenance AS provenance ON provenance.message_event_id = event.id;
        IF allowed IS FALSE THEN
            RETURN false;
        END IF;
        visited := visited || reached;

        IF cardinality(memory_frontier) > 0 THEN
            SELECT
                bool_and(
                    coalesce(public.mesh_lineage_allows(class.audience_ids, allowed_audience_ids), false)
                    AND coalesce(cardinality(memory.history_message_ids), 0) <= 500
                    AND coalesce(cardinality(memory.memory_ids), 0) <= 500
                    AND public.mesh_grants_allowed(memory.tool_result_ids, allowed_audience_ids)
                ),
                array_agg(DISTINCT memory.class_id) FILTER (WHERE memory.class_id IS NOT NULL)
            INTO allowed, reached
            FROM unnest(memory_frontier) AS node (id)
            LEFT JOIN public.memories AS memory
                ON memory.id = node.id AND memory.runtime_agent_id = of_runtime_agent_id
            LEFT JOIN public.disclosure_classes AS class ON class.id = memory.class_id;
            IF allowed IS NOT TRUE THEN
                RETURN false;
            END IF;
            visited := ARRAY(SELECT DISTINCT seen.id FROM unnest(visited || reached) AS seen (id));
        END IF;
        IF cardinality(visited) > 5000 THEN
            RETURN false;
        END IF;

        SELECT array_agg(next.id)
        INTO next_frontier
        FROM (
            SELECT DISTINCT ON (evidence.class_id) source.id
            FROM (
                SELECT unnest(provenance.history_message_ids || provenance.answered_message_id) AS id
                FROM unnest(frontier) AS node (id)
                INNER JOIN public.memory_provenance AS provenance ON provenance.message_event_id = node.id
                UNION ALL
                SELECT unnest(memory.history_message_ids || memory.answered_message_id) AS id
                FROM unnest(memory_frontier) AS node (id)
                INNER JOIN public.memories AS memory ON memory.id = node.id
            ) AS source
            LEFT JOIN public.message_source_evidence AS evidence
                ON evidence.message_event_id = source.id AND evidence.runtime_agent_id = of_runtime_agent_id
            WHERE source.id IS NOT NULL AND (evidence.class_id = ANY (visited)) IS NOT TRUE
            ORDER BY evidence.class_id, source.id
        ) AS next;

        IF quotes_memories OR cardinality(memory_frontier) > 0 THEN
            SELECT array_agg(next.id)
            INTO memory_frontier
            FROM (
                SELECT DISTINCT ON (known.class_id) source.id
                FROM (
                    SELECT unnest(provenance.memory_ids) AS id
                    FROM unnest(frontier) AS node (id)
                    INNER JOIN public.memory_provenance AS provenance ON provenance.message_event_id = node.id
                    UNION ALL
                    SELECT unnest(memory.memory_ids) AS id
                    FROM unnest(memory_frontier) AS node (id)
                    INNER JOIN public.memories AS memory ON memory.id = node.id
                ) AS source
                LEFT JOIN public.memories AS known
                    ON known.id = source.id AND known.runtime_agent_id = of_runtime_agent_id
                WHERE (known.class_id = ANY (visited)) IS NOT TRUE
                ORDER BY known.class_id, source.id
            ) AS next;
        END IF;
        frontier := next_frontier;
    END LOOP;
    RETURN true;
END;
$$;
