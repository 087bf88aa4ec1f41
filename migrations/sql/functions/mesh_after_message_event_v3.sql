-- What follows a message that is stored, edited, deleted or purged: who spoke, which audiences it needs, what may quote
-- it, which memories have no source any more.
CREATE OR REPLACE FUNCTION public.mesh_after_message_event()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.conversation_participants (runtime_agent_id, conversation_id, actor_id, last_spoke_at)
        VALUES (NEW.runtime_agent_id, NEW.conversation_id, NEW.actor_id, NEW.received_at)
        ON CONFLICT (conversation_id, actor_id) DO UPDATE
            SET last_spoke_at = greatest(conversation_participants.last_spoke_at, excluded.last_spoke_at)
            WHERE conversation_participants.last_spoke_at IS DISTINCT FROM
                greatest(conversation_participants.last_spoke_at, excluded.last_spoke_at);
    ELSIF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
        -- New statements: they see a reply or a memory that was closed meanwhile.
        PERFORM public.mesh_withhold_quotes(ARRAY[NEW.id], '{}', NEW.deleted_at);
    ELSIF OLD.purge_due_at IS NOT NULL AND NEW.purge_due_at IS NULL THEN
        -- What quotes it was withheld by the deletion. Memories outlived that as long as its text did.
        PERFORM public.mesh_withhold_quotes('{}', public.mesh_empty_memories(ARRAY(
            SELECT memory.id
            FROM public.memories AS memory
            WHERE
                memory.deleted_at IS NULL
                AND (memory.history_message_ids @> ARRAY[NEW.id] OR memory.answered_message_id = NEW.id)
            ORDER BY memory.id FOR NO KEY UPDATE
        ), statement_timestamp()), statement_timestamp());
    ELSIF OLD.edited_at IS DISTINCT FROM NEW.edited_at THEN
        -- The new text was written for the readers of this moment: both audiences must allow it, and what it is in.
        PERFORM public.mesh_narrow_messages(ARRAY[NEW.id], public.mesh_intern_audience(
            NEW.runtime_agent_id, public.mesh_conversation_audience(NEW.conversation_id)
        ));
    END IF;
    RETURN NULL;
END;
$$;
