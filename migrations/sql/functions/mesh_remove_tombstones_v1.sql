-- Removes at most so many tombstones of a request that may go, and returns how many went. Those that they were built on
-- may go after them: the caller goes on until none does. Ledgers keep their ids.
CREATE FUNCTION public.mesh_remove_tombstones(of_request_id bigint, batch bigint)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    free_messages bigint[];
    free_memories bigint[];
BEGIN
    free_messages := ARRAY(
        SELECT event.id
        FROM public.erasure_items AS item
        INNER JOIN public.message_events AS event ON event.id = item.subject_id
        WHERE
            item.request_id = of_request_id AND item.kind = 'message' AND item.state = 'erased'
            AND public.mesh_may_remove('message', event.id)
        ORDER BY event.id
        LIMIT batch
        FOR UPDATE OF event
    );
    free_memories := ARRAY(
        SELECT memory.id
        FROM public.erasure_items AS item
        INNER JOIN public.memories AS memory ON memory.id = item.subject_id
        WHERE
            item.request_id = of_request_id AND item.kind = 'memory' AND item.state = 'erased'
            AND public.mesh_may_remove('memory', memory.id)
        ORDER BY memory.id
        LIMIT batch
        FOR UPDATE OF memory
    );
    -- Ids under which they were posted since.
    INSERT INTO public.erasure_ledger (runtime_agent_id, fingerprint, request_reference)
    SELECT DISTINCT
        delivered.runtime_agent_id,
        public.mesh_posted_fingerprint(delivered.conversation_id, delivered.external_message_id),
        request.reference
    FROM public.delivered_messages AS delivered
    INNER JOIN public.erasure_requests AS request ON request.id = of_request_id
    WHERE delivered.message_event_id = ANY (free_messages)
    ON CONFLICT (runtime_agent_id, fingerprint) DO NOTHING;
    UPDATE public.runs AS run SET inbound_message_id = NULL WHERE run.inbound_message_id = ANY (free_messages);
    UPDATE public.runs AS run SET reply_message_id = NULL WHERE run.reply_message_id = ANY (free_messages);
    DELETE FROM public.message_source_evidence AS evidence WHERE evidence.message_event_id = ANY (free_messages);
    DELETE FROM public.memory_provenance AS provenance WHERE provenance.message_event_id = ANY (free_messages);
    DELETE FROM public.delivered_messages AS delivered WHERE delivered.message_event_id = ANY (free_messages);
    DELETE FROM public.message_events AS event WHERE event.id = ANY (free_messages);
    DELETE FROM public.memories AS memory WHERE memory.id = ANY (free_memories);
    RETURN cardinality(free_messages) + cardinality(free_memories);
END;
$$;
